import { act, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { Router } from "wouter"
import { initialOf } from "@/lib/format"
import { navigate, useGuardedLocation } from "@/lib/location"
import { toast } from "@/lib/toast"
import { renderPage } from "../../../test/render"
import { asked, intercept, lose, serve, signIn } from "../../../test/server"
import PeoplePage from "./page"
import { Letters } from "./sections"

vi.stubGlobal("scrollTo", () => {})

const site = await serve({ VITRINE_DEMO: "off" })
const write = (table: string, rows: object) =>
  site.api(`/rest/v1/${table}`, { method: "POST", as: "editor", body: JSON.stringify(rows) })

const SHOP = "shop@surat.example"

beforeEach(async () => {
  for (const { id } of toast.list()) toast.close(id)
  await navigate("/admin/people")
})

async function show(person: "admin" | "editor" = "admin", path = "/admin/people") {
  await signIn(person)
  await navigate(path)
  return renderPage(
    <Router hook={useGuardedLocation}>
      <main>
        <PeoplePage />
      </main>
    </Router>,
  )
}

const rows = () => within(screen.getByRole("list", { name: "People" })).getAllByRole("listitem")

test("nobody yet is said", async () => {
  await show()
  expect(await screen.findByRole("heading", { name: "Nobody yet." })).toBeVisible()
  expect(screen.getByRole("button", { name: "All 0" })).toBeVisible()
})

test("one row for an address says what is stored about it", async () => {
  await write("contact_form_submissions", [
    { name: "Shop", email: "Shop@surat.example", subject: "Hours", message: "When?" },
    { name: "A shop in Surat", email: SHOP, subject: "Pilot", message: "A saree wholesaler." },
    {
      name: "A trader",
      email: "trade@textiles.example",
      subject: "Hi",
      message: `As ${SHOP} said.`,
    },
  ])
  await write("newsletter_subscriptions", [{ email: SHOP }, { email: "orders@kund.example" }])
  await show()
  expect(await screen.findByRole("button", { name: "All 3" })).toBeVisible()
  expect(screen.getByRole("button", { name: "Wrote 2" })).toBeVisible()
  expect(screen.getByRole("button", { name: "Subscribed 2" })).toBeVisible()
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^ONo nameorders@kund\.exampleConfirmed\w{3} \d/),
    expect.stringMatching(/^SA shop in Suratshop@surat\.exampleConfirmed2 messages\w{3} \d/),
    expect.stringMatching(/^TA tradertrade@textiles\.example1 message\w{3} \d/),
  ])
})

test("search and chips narrow it down, and are given up together", async () => {
  await show()
  await userEvent.click(await screen.findByRole("button", { name: "Wrote 2" }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  await userEvent.type(screen.getByPlaceholderText("Search by name or address..."), "SUR")
  expect(await screen.findByText("1 person found for “SUR”")).toBeVisible()
  expect(within(rows()[0] as HTMLElement).getAllByText(/^sur$/i)[0]?.tagName).toBe("MARK")
  await userEvent.type(screen.getByPlaceholderText("Search by name or address..."), "x")
  await userEvent.click(await screen.findByRole("button", { name: "Clear filters" }))
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test("a person opens behind #, so that no request has the address in its own", async () => {
  await show()
  await userEvent.click(await screen.findByRole("link", { name: /A shop in Surat/ }))
  expect(location.pathname + location.hash).toBe("/admin/people#shop%40surat.example")
  expect(await screen.findByRole("heading", { level: 1, name: "A shop in Surat" })).toBeVisible()
  expect(screen.getByText(/^shop@surat.example, known since/)).toBeVisible()
  expect(asked(/surat/)).toEqual([])
  const messages = within(screen.getByRole("region", { name: "Messages" }))
  expect(messages.getAllByRole("link").map((one) => one.textContent)).toEqual(["Pilot", "Hours"])
  const consent = screen.getByRole("region", { name: "Subscription" })
  for (const fact of ["Asked", "Agreed to", "Confirmed", "Letters about jobs"])
    expect(within(consent).getByText(fact, { selector: "dt" })).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "Show the 1 place" }))
  expect(screen.getByRole("link", { name: "Message from A trader" })).toBeVisible()
  // The link to the content of the page leaves the person open.
  act(() => {
    location.hash = "#main"
    dispatchEvent(new PopStateEvent("popstate"))
  })
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("A shop in Surat")
  await userEvent.click(screen.getByRole("link", { name: "All people" }))
  expect(await screen.findByRole("heading", { name: "People" })).toHaveFocus()
})

test("everything is exported, as JSON and as CSV", async () => {
  const saved: Blob[] = []
  URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`
  URL.revokeObjectURL = () => {}
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click")
  click.mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await show("editor", `/admin/people#${SHOP}`)
  await userEvent.click(await screen.findByRole("button", { name: "Export everything" }))
  await waitFor(() => expect(names).toHaveLength(1))
  await userEvent.click(screen.getByRole("button", { name: "Export as CSV" }))
  await waitFor(() => expect(names).toHaveLength(2))
  click.mockRestore()
  const [json, sheet] = (await Promise.all(saved.map(textOf))) as [string, string]
  expect(names).toEqual([
    expect.stringMatching(/^person-\d{4}-\d\d-\d\d\.json$/),
    expect.stringMatching(/^person-\d{4}-\d\d-\d\d\.csv$/),
  ])
  const all = JSON.parse(json)
  expect(all.contact_form_submissions).toHaveLength(2)
  expect(all.newsletter_subscriptions).toMatchObject([{ email: SHOP, status: "confirmed" }])
  expect(sheet).toContain('"contact_form_submissions","1","subject","Hours"')
  expect(toast.list()[0]).toMatchObject({ title: "Export ready", text: names[0] })
})

// That of jsdom has no text().
const textOf = (file: Blob) =>
  new Promise((done) => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result)
    reader.readAsText(file)
  })

test("an editor erases nobody", async () => {
  await show("editor", `/admin/people#${SHOP}`)
  expect(await screen.findByText("Only admins erase people.")).toBeVisible()
  expect(screen.queryByRole("button", { name: "Erase this person" })).toBeNull()
})

test("an address that can sign in stays, and the reason is said", async () => {
  const email = "editor@example.com"
  await show("admin", `/admin/people#${email}`)
  await userEvent.click(await screen.findByRole("button", { name: "Erase this person" }))
  await userEvent.type(screen.getByLabelText("Type the address to go on"), `${email}{Enter}`)
  expect(await screen.findByText("This address can sign in. Remove the user first.")).toBeVisible()
})

test("an admin erases somebody once the address is typed, and gets a receipt", async () => {
  await show("admin", `/admin/people#${SHOP}`)
  await userEvent.click(await screen.findByRole("button", { name: "Erase this person" }))
  const dialog = within(screen.getByRole("dialog", { name: `Erase ${SHOP}?` }))
  expect(
    dialog.getByText(
      /2 messages(,| and) 1 subscription.* erased now\. This does not go to Trash\./,
    ),
  ).toBeVisible()
  const erase = dialog.getByRole("button", { name: "Erase for good" })
  expect(erase).toBeDisabled()
  await userEvent.type(dialog.getByLabelText("Type the address to go on"), "shop@surat")
  expect(erase).toBeDisabled()
  await userEvent.type(dialog.getByLabelText("Type the address to go on"), ".EXAMPLE")
  // As an older session hears it, once.
  const old = {
    code: "P0001",
    message: "reauthentication_needed",
    hint: "Once more.",
    details: null,
  }
  const over = intercept(/erase_person/, () => Promise.resolve(Response.json(old, { status: 400 })))
  await userEvent.click(erase)
  const password = within(await screen.findByRole("dialog", { name: "Your password, once more" }))
  over()
  await userEvent.type(password.getByLabelText("Current password"), "correct horse battery")
  await userEvent.click(password.getByRole("button", { name: "Go on" }))
  expect(await screen.findByRole("heading", { name: "Erased" })).toHaveFocus()
  expect(location.hash).toBe("")
  const part = (name: string) => screen.getByRole("region", { name })
  expect(part("Gone now")).toHaveTextContent("Messages2Subscription1, with its consent")
  expect(part("Gone later")).toHaveTextContent(/Backups\w{3} \d+, \d{4}, the last that holds it\./)
  expect(part("Stays")).toHaveTextContent("1 mentionMessage from A trader")
  expect(part("Stays")).toHaveTextContent("Imports skip whoever matches it.")
  const copied = vi.fn(() => Promise.resolve())
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: copied } })
  await userEvent.click(screen.getByRole("button", { name: "Copy as text" }))
  expect(copied).toHaveBeenCalledWith(expect.stringContaining("- Messages: 2"))
  expect(copied).not.toHaveBeenCalledWith(expect.stringContaining("trader"))
  vi.unstubAllGlobals()
  vi.stubGlobal("scrollTo", () => {})
  await userEvent.click(screen.getByRole("button", { name: "All people" }))
  expect(await screen.findByRole("button", { name: "All 2" })).toBeVisible()
  expect(screen.queryByText(SHOP)).toBeNull()
})

test("letters go by their subjects, with what became of each", async () => {
  await signIn("editor")
  const [letter] = await write("letters", { subject: "What agents bought" })
  const copy = { email: SHOP, tries: 1, next_try_at: "2026-11-14T09:00:00Z", on_its_way: false }
  const row = {
    ...copy,
    sent_at: "2026-11-14T09:00:00Z",
    lease: "",
    leased_until: null,
    subscription_id: 0,
    once: "",
    left_at: null,
  }
  renderPage(
    <Letters
      copies={[
        { ...row, id: 2, letter_id: letter.id, status: "sent", error: "" },
        { ...row, id: 1, letter_id: 999, status: "bounced", error: "550 no such user" },
      ]}
    />,
  )
  expect(await screen.findByText("What agents bought")).toBeVisible()
  expect(screen.getByText("1 sent to this address")).toBeVisible()
  const [first, second] = screen.getAllByRole("listitem")
  expect(first).toHaveTextContent(/Sent.*2026$/)
  expect(second).toHaveTextContent(/^Letter 999550 no such userBounced/)
})

test("more than a page is read by key", async () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ email: `p${n + 100}@many.example` }))
  await write("newsletter_subscriptions", many)
  // So high that all of them are on the screen.
  vi.stubGlobal("innerHeight", 8000)
  await show()
  expect(await screen.findByRole("button", { name: "All 62" })).toBeVisible()
  expect(rows()).toHaveLength(50)
  await userEvent.click(screen.getByRole("button", { name: "Show more" }))
  await waitFor(() => expect(rows()).toHaveLength(62))
  expect(new Set(rows().map((row) => row.textContent)).size).toBe(62)
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull()
})

test("what cannot be loaded can be tried again", async () => {
  lose(/list_people/)
  const { unmount } = await show()
  expect(await screen.findByText("The people could not be loaded.")).toBeVisible()
  unmount()
  lose(/export_person/)
  await show("admin", "/admin/people#trade@textiles.example")
  expect(await screen.findByText("What is stored about them could not be loaded.")).toBeVisible()
})

test("a face has the first letter of a name", () => {
  expect(["A shop", "the trader", "Åsa", "…", "7 seas"].map(initialOf)).toEqual([
    "S",
    "T",
    "Å",
    "?",
    "7",
  ])
})
