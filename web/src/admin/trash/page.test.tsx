import "../../../test/noon"
import { act, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { toast } from "@/lib/toast"
import { renderPage } from "../../../test/render"
import { lose, serve, signIn } from "../../../test/server"
import { oneByOne } from "../kinds/put-back"
import { detailOf } from "./api"
import TrashPage from "./page"

const site = await serve({ VITRINE_DEMO: "off" })

beforeEach(() => {
  for (const { id } of toast.list()) toast.close(id)
})

async function show(person: "admin" | "editor" = "admin") {
  await signIn(person)
  const { unmount } = renderPage(<TrashPage />)
  return unmount
}

const write = (path: string, row: object) =>
  site.api(`/rest/v1/${path}`, { method: "POST", as: "editor", body: JSON.stringify(row) })
const remove = (path: string) => site.api(`/rest/v1/${path}`, { method: "DELETE", as: "editor" })
const read = (path: string) => site.api(`/rest/v1/${path}`, { as: "admin" })

async function deleteCompany(name: string) {
  const website_url = "https://c.example"
  const [{ id }] = await write("portfolio_companies", { name, description: "d", website_url })
  await remove(`portfolio_companies?id=eq.${id}`)
}

async function deleteLink(name: string) {
  const [{ id }] = await write("footer_links", {
    name,
    path: "/about",
    section: "Resources",
    order: 1,
  })
  await remove(`footer_links?id=eq.${id}`)
}

// Asked for again and again while a list grows: a query by role or label takes a second here.
const rows = () => [...(document.querySelector('[aria-label="In Trash"]')?.children ?? [])]

test("an empty Trash says what it is for, and cannot be emptied", async () => {
  const leave = await show()
  expect(await screen.findByRole("heading", { name: "Trash is empty." })).toBeVisible()
  expect(screen.getByText("Deleted things wait here for 30 days.")).toBeVisible()
  expect(screen.getByRole("button", { name: "Empty Trash" })).toBeDisabled()
  leave()
})

test("a row tells what it was, where, who deleted it and how long it waits", async () => {
  await deleteLink("Press kit")
  await show()
  expect(await screen.findByText("Press kit")).toBeVisible()
  expect(screen.getByText("Footer link in Resources")).toBeVisible()
  expect(screen.getByText(/^editor@example.com,/)).toHaveTextContent(/Today, \d\d:\d\d$/)
  expect(screen.getAllByText("30 days left")[0]).toBeVisible()
})

test("what is put back is there again, and what stays out is said", async () => {
  const [{ id, slug }] = await write("job_listings", { title: "Engineer" })
  await remove(`job_listings?id=eq.${id}`)
  await write("job_listings", { title: "Engineer" })
  await show("editor")
  const button = await screen.findByRole("button", { name: "Put back Engineer" })
  act(() => {
    button.focus()
    button.click()
    button.click() // a double click is one
  })
  await waitFor(() => expect(toast.list()).toHaveLength(1))
  expect(toast.list()[0]).toMatchObject({ title: "Put back" })
  expect(toast.list()[0]?.text).toBe(
    `Engineer is on the careers page again. The address ${slug} is taken by now; it is at ${slug}-2.`,
  )
  await waitFor(() => expect(screen.queryByText("Engineer")).toBeNull())
  expect(await read(`job_listings?id=eq.${id}`)).toMatchObject([{ title: "Engineer" }])
  const next = screen.getByRole("button", { name: "Put back Press kit" })
  await waitFor(() => expect(next).toHaveFocus())
})

test("search and kinds narrow it down, and are given up together", async () => {
  await deleteCompany("Tola")
  await show()
  await userEvent.click(await screen.findByRole("button", { name: "Companies 1" }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]).toHaveTextContent("Tola")
  await userEvent.type(screen.getByPlaceholderText("Search Trash..."), "press")
  expect(await screen.findByRole("heading", { name: "Nothing found" })).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "All 2" }))
  await waitFor(() => expect(rows()[0]).toHaveTextContent("Press kit"))
  expect(rows()).toHaveLength(1)
  await userEvent.type(screen.getByPlaceholderText("Search Trash..."), "ing else")
  await userEvent.click(await screen.findByRole("button", { name: "Clear filters" }))
  await waitFor(() => expect(rows()).toHaveLength(2))
})

test("what a row shows is found, and who wrote it", async () => {
  const [{ id }] = await write("contact_form_submissions", {
    name: "Nora Named",
    email: "nora@example.org",
    subject: "A zebra order",
    message: "Twelve of them, please.",
  })
  await remove(`contact_form_submissions?id=eq.${id}`)
  await show()
  await waitFor(() => expect(rows()).toHaveLength(3))
  const field = screen.getByPlaceholderText("Search Trash...")
  for (const search of ["zebra", "message from nora@", "nora named"]) {
    await userEvent.clear(field)
    await waitFor(() => expect(rows()).toHaveLength(3))
    await userEvent.type(field, search)
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]).toHaveTextContent("A zebra order")
  }
  const [entry] = await read("revisions?document=eq.message&select=id")
  await site.api("/rest/v1/rpc/restore_deleted", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ revision_id: entry.id }),
  })
})

test("an editor puts back and deletes nothing for good", async () => {
  await show("editor")
  await userEvent.click(await screen.findByRole("checkbox", { name: "Choose Tola" }))
  expect(screen.getByText("1 chosen")).toBeVisible()
  expect(screen.queryByRole("button", { name: /for good|More for|Empty/ })).toBeNull()
})

test("several are put back at once", async () => {
  await show("editor")
  for (const name of ["Tola", "Press kit"])
    await userEvent.click(await screen.findByRole("checkbox", { name: `Choose ${name}` }))
  const chosen = within(screen.getByRole("region", { name: "Chosen" }))
  await userEvent.click(chosen.getByRole("button", { name: "Put back" }))
  expect(await screen.findByRole("heading", { name: "Trash is empty." })).toBeVisible()
  await waitFor(() =>
    expect(toast.list()).toMatchObject([{ title: "Put back", text: "2 things are there again." }]),
  )
  expect(await read("footer_links?name=eq.Press%20kit")).toHaveLength(1)
  expect(await read("portfolio_companies?name=eq.Tola")).toHaveLength(1)
})

test("an admin deletes one for good, after a question", async () => {
  await deleteCompany("Over")
  await deleteLink("Stays")
  await show()
  await userEvent.click(await screen.findByRole("button", { name: "More for Over" }))
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete for good" }))
  const ask = within(await screen.findByRole("alertdialog", { name: "Are you sure?" }))
  expect(
    ask.getByText(
      "This action cannot be undone. This will permanently remove the company from the portfolio section.",
    ),
  ).toBeVisible()
  expect(ask.queryByText(/30 days/)).toBeNull()
  await userEvent.click(ask.getByRole("button", { name: "Delete for good" }))
  await waitFor(() => expect(screen.queryByText("Over")).toBeNull())
  expect(rows()).toHaveLength(1)
  expect(await read("revisions?document=eq.company&action=eq.deleted&restored_at=is.null")).toEqual(
    [],
  )
})

test("an admin empties it", async () => {
  await show()
  await screen.findByRole("button", { name: "Put back Stays" })
  const empty = screen.getByRole("button", { name: "Empty Trash" })
  await waitFor(() => expect(empty).toBeEnabled())
  await userEvent.click(empty)
  const ask = within(await screen.findByRole("alertdialog"))
  expect(
    ask.getByText(
      "This action cannot be undone. This will permanently delete everything in Trash.",
    ),
  ).toBeVisible()
  await userEvent.click(ask.getByRole("button", { name: "Empty Trash" }))
  expect(await screen.findByRole("heading", { name: "Trash is empty." })).toBeVisible()
})

test("more than a page is read by key, and what fails is said", async () => {
  const links = Array.from({ length: 60 }, (_, n) => ({
    name: `Link ${n}`,
    path: "/about",
    order: n + 1,
  }))
  await write("navigation_links", links as never)
  await remove("navigation_links?name=like.Link*")
  // So high that all of them are on the screen.
  vi.stubGlobal("innerHeight", 8000)
  await show()
  await waitFor(() => expect(rows()).toHaveLength(50))
  expect(await screen.findByRole("button", { name: "All 60" })).toBeVisible()
  // By text: asking every element for its role and name takes seconds here.
  await userEvent.click(screen.getByText("Show more"))
  await waitFor(() => expect(rows()).toHaveLength(60))
  expect(new Set(rows().map((row) => row.querySelector("p")?.textContent)).size).toBe(60)
  lose(/restore_deleted/)
  await userEvent.click(screen.getByLabelText("Put back Link 7"))
  await waitFor(() => expect(toast.list()).toMatchObject([{ kind: "error" }]))
  expect(toast.list()[0]?.text).toBe("Link 7 could not be put back.")
})

test("a Trash that cannot be read can be tried again", async () => {
  lose(/^GET \/rest\/v1\/revisions/)
  await show()
  expect(await screen.findByRole("alert")).toHaveTextContent("Trash could not be loaded.")
})

test("each kind tells where it was", () => {
  expect(detailOf("navigation_link", { is_visible: false })).toBe("Navigation link, was hidden")
  expect(detailOf("company", { is_active: false })).toBe("Portfolio company, was inactive")
  expect(detailOf("application", { job_title: "Engineer" })).toBe("Application for Engineer")
  expect(detailOf("message", { email: "v@shop.example" })).toBe("Message from v@shop.example")
  expect(detailOf("job", { location: "Pune" })).toBe("Job listing, Pune")
})

test("one that somebody else dealt with holds nothing up, and a server that is away does", async () => {
  const conflict = { code: "40001", message: "This was put back already.", details: null, hint: "" }
  const act = (failed: unknown) => async (row: number) => {
    if (row === 2) throw failed
  }
  expect((await oneByOne([1, 2, 3], act(conflict))).done).toEqual([1, 3])
  expect(await oneByOne([1, 2, 3], act(new Error("away")))).toMatchObject({
    done: [1],
    error: { message: "away" },
  })
})
