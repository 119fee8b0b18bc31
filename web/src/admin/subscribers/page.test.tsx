import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { navigate } from "@/lib/location"
import { toast } from "@/lib/toast"
import { renderPage } from "../../../test/render"
import { asked, intercept, serve, signIn } from "../../../test/server"
import SubscribersPage from "./page"
import "../../../test/layout"

const TABLE = "/rest/v1/newsletter_subscriptions"
const site = await serve()
await signIn()
const post = (path: string, row: object, as?: "admin") =>
  site.api(path, { method: "POST", as, body: JSON.stringify(row) })
const standingOf = async (email: string) =>
  (await site.api(`${TABLE}?email=eq.${email}`, { as: "admin" }))[0]

const [{ version }] = await site.api("/rest/v1/site_settings", { as: "admin" })
await post("/rest/v1/rpc/save_site", { id: 1, version, double_opt_in: true }, "admin")
await post(TABLE, { email: "waits@example.com" })
const [, left] = await post(
  TABLE,
  [{ email: "reads@example.com" }, { email: "left@example.com" }],
  "admin",
)
await post("/rest/v1/rpc/unsubscribe", { id: left.id }, "admin")

beforeEach(async () => {
  for (const { id } of toast.list()) toast.close(id)
  await navigate("/admin/subscribers")
})

const show = () => renderPage(<SubscribersPage />)

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }))
const shown = () => screen.getAllByRole("button", { name: /^Copy / }).map(({ title }) => title)

test("states are shown and counted, and the server filters by them", async () => {
  show()
  expect(await screen.findByText("3 people in all. 1 gets your letters.")).toBeVisible()
  await press("Table View")
  const row = (email: string) => screen.getByText(email).closest("tr")
  expect(row("waits@example.com")).toHaveTextContent(/Has not answered yet.*Pending/)
  expect(row("reads@example.com")).toHaveTextContent("Confirmed")
  expect(row("left@example.com")).toHaveTextContent(/Left on .*Unsubscribed/)
  await press("Pending 1")
  await waitFor(() => expect(shown()).toEqual(["Copy waits@example.com"]))
  expect(asked(/^GET .*status=eq\.pending/)).not.toEqual([])
  expect(location.search).toBe("?state=pending")
  await press("Bounced 0")
  expect(await screen.findByText("No subscribers are bounced.")).toBeVisible()
  await press("All 3")
  await waitFor(() => expect(shown()).toHaveLength(3))
})

test("who has not answered gets the link again, and can be taken off the list", async () => {
  show()
  await press("More for waits@example.com")
  await userEvent.click(await screen.findByRole("menuitem", { name: "Send the link again" }))
  // This site has no mail server.
  await waitFor(() =>
    expect(toast.list()).toMatchObject([
      {
        title: "Mail reaches nobody",
        text: "The link is kept: waits@example.com gets it once a mail server is set up.",
      },
    ]),
  )
  await press("More for waits@example.com")
  await userEvent.click(await screen.findByRole("menuitem", { name: "Unsubscribe" }))
  const ask = within(await screen.findByRole("alertdialog"))
  await userEvent.click(ask.getByRole("button", { name: "Unsubscribe" }))
  expect(await screen.findByRole("button", { name: "Unsubscribed 2" })).toBeVisible()
  expect(await standingOf("waits@example.com")).toMatchObject({ status: "unsubscribed" })
  expect(screen.queryByRole("button", { name: "More for waits@example.com" })).toBeNull()
})

const MODES = [
  [{ mailed: true, test_email: "" }, "The link is on its way", "Each gets a mail with a link."],
  [
    { mailed: true, test_email: "test@example.com" },
    "Mail is in test mode",
    "Mail is in test mode: every link goes to test@example.com.",
  ],
] as const

test.each(MODES)("with a mail server, %o, what is said is true too", async (mode, again, many) => {
  intercept(/rpc\/mail_mode/, async () => Response.json(mode))
  const email = `${again.replaceAll(" ", "-")}@example.com`
  await post(TABLE, { email })
  show()
  await press(`More for ${email}`)
  await userEvent.click(await screen.findByRole("menuitem", { name: "Send the link again" }))
  await waitFor(() => expect(toast.list()).toMatchObject([{ title: again }]))
  await lookAt([`imported-${email}`])
  await press("Import 1 person")
  await waitFor(() => expect(toast.list().at(-1)).toMatchObject({ text: many }))
})

test("an import says first what it would do, and needs to know where they agreed", async () => {
  const files: Blob[] = []
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob)
    return "blob:x"
  })
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {})
  show()
  await press("Import")
  const list = ["Name,Email", "A,one@example.com", "B,two@example.com", "A,ONE@example.com"]
  list.push("C,nowhere", "D,reads@example.com", "E,left@example.com")
  await userEvent.click(screen.getByLabelText("Or paste the addresses"))
  await userEvent.paste(list.join("\n"))
  await press("Look at the list")
  expect(await screen.findByText("6 rows. Nothing has been changed yet.")).toBeVisible()
  const lines = within(screen.getByLabelText("What would happen")).getAllByRole("listitem")
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    "2come in as new",
    "1are here alreadyTheir state does not change",
    "1unsubscribed earlier, or bouncedThey stay unsubscribed",
    "1stand twice in the fileThe first one counts",
    "1are not addressesRow 5",
  ])
  expect(await standingOf("one@example.com")).toBeUndefined()

  await press("Download the 4 left out")
  expect(await (files[0] as Blob).text()).toContain('"nowhere","Is not an address","5"\r\n')

  await press("Import 2 people")
  const note = screen.getByLabelText("Where did they agree to get letters?")
  expect(note).toHaveAccessibleDescription(/Say where they agreed to get letters\.$/)
  expect(note).toHaveFocus()
  expect(screen.getByLabelText("Ask each to confirm")).toBeChecked()
  await userEvent.type(note, "Paper list at the fair")
  await press("Import 2 people")
  const kept = "Mail reaches nobody yet: they get the link once a mail server is set up."
  await waitFor(() =>
    expect(toast.list()).toMatchObject([{ title: "2 people imported", text: kept }]),
  )
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(await standingOf("two@example.com")).toMatchObject({
    status: "pending",
    consent: { source: "import", note: "Paper list at the fair" },
  })
  expect(await standingOf("left@example.com")).toMatchObject({ status: "unsubscribed" })
})

test("those who are confirmed come in as such, from a file", async () => {
  show()
  await press("Import")
  const file = new File(["three@example.com\n"], "fair.csv", { type: "text/csv" })
  await userEvent.upload(screen.getByLabelText("Choose a CSV file"), file)
  expect(await screen.findByText("fair.csv, 1 row. Nothing has been changed yet.")).toBeVisible()
  await userEvent.click(screen.getByLabelText("They are confirmed"))
  await userEvent.type(screen.getByLabelText("Where did they agree to get letters?"), "Orders")
  await press("Import 1 person")
  await waitFor(() => expect(toast.list()).toMatchObject([{ title: "1 person imported" }]))
  expect(await standingOf("three@example.com")).toMatchObject({ status: "confirmed" })
})

const RUN = /^POST .*rpc\/import_subscribers/
const isDry = (body: string) => JSON.parse(body).dry_run
const lookAt = async (list: string[]) => {
  await press("Import")
  await userEvent.click(screen.getByLabelText("Or paste the addresses"))
  await userEvent.paste(list.join("\n"))
  await press("Look at the list")
  await userEvent.type(
    await screen.findByLabelText("Where did they agree to get letters?"),
    "Orders",
  )
}

test("a long import goes on until nobody is left", async () => {
  let runs = 0
  intercept(RUN, async (go, { body }) => {
    if (isDry(body) || runs++ > 0) return go()
    const some = await (await go()).json()
    return Response.json({ ...some, left: 1 })
  })
  show()
  await lookAt(["four@example.com", "five@example.com"])
  await press("Import 2 people")
  await waitFor(() => expect(toast.list()).toMatchObject([{ title: "2 people imported" }]))
  expect(asked(RUN).filter(({ body }) => !isDry(body))).toHaveLength(2)
})

test("after an import that failed the next run is about the others", async () => {
  show()
  await lookAt(["six@example.com", "seven@example.com"])
  const stop = intercept(RUN, async (go, { body }) => {
    if (isDry(body)) return go()
    await post(TABLE, { email: "six@example.com" }, "admin")
    throw new TypeError("fetch failed")
  })
  await press("Import 2 people")
  await waitFor(() =>
    expect(toast.list()).toMatchObject([{ text: "The list could not be imported." }]),
  )
  await screen.findByRole("button", { name: "Import 1 person" })
  stop()
  await press("Import 1 person")
  await waitFor(() => expect(toast.list().at(-1)).toMatchObject({ title: "1 person imported" }))
  expect(await standingOf("seven@example.com")).toBeDefined()
})

test("a list of several megabytes is read, and one that is too large is refused in words", async () => {
  show()
  await press("Import")
  const rows = Array.from({ length: 30_000 }, (_, i) => `p${i}@example.com,${"x".repeat(100)}`)
  const choose = screen.getByLabelText("Choose a CSV file")
  await userEvent.upload(choose, new File(["x".repeat(9 << 20)], "large.csv"))
  expect(toast.list()).toMatchObject([{ text: "The file is larger than 8 MB." }])
  await userEvent.upload(choose, new File([rows.join("\n")], "list.csv"))
  expect(await screen.findByText(/^list\.csv, 30,000 rows\./)).toBeVisible()
})
