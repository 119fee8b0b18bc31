import "../../../test/noon"
import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { toast } from "@/lib/toast"
import { renderPage } from "../../../test/render"
import { serve, signIn } from "../../../test/server"
import ActivityPage from "./page"

const site = await serve({ VITRINE_DEMO: "off" })
const send = (path: string, method: string, row?: object, as: "admin" | "editor" = "editor") =>
  site.api(`/rest/v1/${path}`, { method, as, body: row && JSON.stringify(row) })
const call = (name: string, row: object) => send(`rpc/${name}`, "POST", row, "admin")

const [job] = await send("job_listings", "POST", { title: "Thermal engineer" })
await send(`job_listings?id=eq.${job.id}`, "DELETE")
const [hero] = await site.api("/rest/v1/hero_content", { as: "admin" })
await call("save_hero", { id: hero.id, version: hero.version, title: "Another title" })
await call("invite_user", { email: "writer@example.com", role: "editor" })
await call("set_my_name", { name: "Ada" })
await send("pages", "POST", { title: "=HYPERLINK(1)", slug: "formula", body: "" })

beforeEach(() => {
  for (const { id } of toast.list()) toast.close(id)
})

async function show() {
  await signIn("editor")
  renderPage(<ActivityPage />)
  await screen.findByLabelText("Today")
}

const today = () => [...screen.getByLabelText("Today").querySelectorAll("li")]
const row = (text: string | RegExp) =>
  waitFor(() => {
    const found = today().find((one) =>
      typeof text === "string" ? one.textContent?.includes(text) : text.test(one.textContent ?? ""),
    )
    if (!found) throw new Error(`no row ${text}`)
    return found
  })

test("it tells who did what, by their names", async () => {
  await show()
  expect(screen.getByRole("heading", { name: "Today" })).toBeVisible()
  await row("editor@example.com deleted the job Thermal engineer")
  await row("editor@example.com added the job Thermal engineer")
  const changed = await row("Ada changed Hero")
  await waitFor(() => expect(changed).toHaveTextContent("Title"))
  const [{ id: revision }] = await send(
    "revisions?document=eq.hero&order=id.desc&limit=1&select=id",
    "GET",
  )
  expect(
    await within(changed).findByRole("link", { name: "See what changed: Hero" }),
  ).toHaveAttribute("href", `/admin/hero?history=hero.${revision}`)
  const [{ id: page }] = await send("pages?select=id", "GET")
  expect(within(await row("added the page")).getByRole("link", { name: /^Open/ })).toHaveAttribute(
    "href",
    `/admin/pages?edit=${page}`,
  )
  expect(await row("Ada invited writer@example.com")).toHaveTextContent("As editor")
  await row("editor@example.com signed in")
})

test("a deletion can be taken back from here, once", async () => {
  await show()
  const put = await screen.findByRole("button", { name: "Put back Thermal engineer" })
  expect(await row("deleted the job Thermal engineer")).toHaveTextContent("In Trash for 30 days")
  await userEvent.click(put)
  await waitFor(() => expect(toast.list()).toHaveLength(1))
  expect(toast.list()[0]?.text).toBe("Thermal engineer is on the careers page again.")
  await row("editor@example.com put back the job Thermal engineer")
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Put back/ })).toBeNull())
})

test("person, kind, day and words narrow it down", async () => {
  await show()
  await userEvent.selectOptions(screen.getByLabelText("Kind"), "Users")
  // Three were added with the site.
  await waitFor(() => expect(today()).toHaveLength(4))
  await userEvent.selectOptions(screen.getByLabelText("Person"), "editor@example.com")
  expect(await screen.findByRole("heading", { name: "Nothing found" })).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }))
  await row("Ada changed Hero")
  await userEvent.type(screen.getByPlaceholderText("Search activity..."), "hero")
  await waitFor(() => expect(today().every((one) => /Hero/.test(one.textContent ?? ""))).toBe(true))
  await userEvent.clear(screen.getByPlaceholderText("Search activity..."))
  await row("Ada changed Hero")
  await userEvent.type(screen.getByPlaceholderText("Search activity..."), "Editor@ex")
  await waitFor(() =>
    expect(today().every((one) => /editor@/.test(one.textContent ?? ""))).toBe(true),
  )
  await userEvent.clear(screen.getByPlaceholderText("Search activity..."))
  expect(screen.getByText("Any day")).toBeVisible()
  await userEvent.type(screen.getByLabelText("Day"), "2020-01-01")
  expect(await screen.findByRole("heading", { name: "Nothing found" })).toBeVisible()
})

test("the file holds what the list shows, and runs nothing", async () => {
  const files: Blob[] = []
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob)
    return "blob:x"
  })
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {})
  await show()
  await userEvent.selectOptions(screen.getByLabelText("Kind"), "Changes")
  await row("added the page =HYPERLINK(1)")
  await userEvent.click(screen.getByRole("button", { name: "Export as CSV" }))
  await waitFor(() => expect(toast.list()).toMatchObject([{ title: "Export successful" }]))
  const lines = (await (files[0] as Blob).text()).trim().split("\r\n")
  expect(lines[0]).toBe('"When","Who","Email","What","Action","Kind","Name"')
  expect(lines[1]).toMatch(
    /^"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d","editor@example.com","editor@example.com","editor@example.com added the page =HYPERLINK\(1\)","created","page","'=HYPERLINK\(1\)"$/,
  )
  expect(lines.some((line) => /signed_in|invited/.test(line))).toBe(false)
})

test("long lists are read page by page", async () => {
  const links = Array.from({ length: 70 }, (_, n) => ({
    name: `Link ${n}`,
    path: "/about",
    order: n + 1,
  }))
  await send("navigation_links", "POST", links)
  await show()
  await waitFor(() => expect(today()).toHaveLength(50))
  await userEvent.click(screen.getByRole("button", { name: "Show more" }))
  await waitFor(() => expect(Number(today()[0]?.ariaSetSize)).toBeGreaterThan(70))
})
