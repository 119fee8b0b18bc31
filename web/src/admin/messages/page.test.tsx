import "../../../test/noon"
import { QueryClientProvider } from "@tanstack/react-query"
import { act, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterAll, beforeEach, expect, test } from "vitest"
import { turnKeys } from "@/lib/keys"
import { navigate } from "@/lib/location"
import { makeQueryClient } from "@/lib/query"
import { toast } from "@/lib/toast"
import { openPostbox } from "../../../e2e/admin/postbox"
import { lose, serve, signIn } from "../../../test/server"
import { type Message, message, type State } from "./api"
import MessagesPage from "./page"
import "../../../test/layout" // a window with room for a list and a message

const TABLE = "/rest/v1/contact_form_submissions"
const written = { name: "Asha", email: "asha@example.com", subject: "Pilot", message: "Hello" }

const postbox = await openPostbox()
afterAll(() => postbox.close())
const site = await serve({
  VITRINE_SMTP_URL: postbox.url,
  VITRINE_MAIL_FROM: "studio@example.com",
  VITRINE_MAIL_TO: "studio@example.com",
})
const me = await signIn()
const send = (rows: object[]) =>
  site.api(TABLE, { method: "POST", as: "admin", body: JSON.stringify(rows) })
await send(Array(1000).fill({ ...written, state: "read" }))
const [letter]: [Message] = await send([{ ...written, state: "read" }])

const stored = async (id: number): Promise<Message> =>
  (await site.api(`${TABLE}?id=eq.${id}`, { as: "admin" }))[0]
/** A message that came last, and its neighbours in time. */
const add = async (subject: string, state: State = "new"): Promise<Message> =>
  (await send([{ ...written, subject, state }]))[0]

beforeEach(async () => {
  turnKeys(true)
  for (const { id } of toast.list()) toast.close(id)
  await navigate("/admin/messages")
})

const show = (client = makeQueryClient(() => {})) =>
  render(
    <QueryClientProvider client={client}>
      <MessagesPage />
    </QueryClientProvider>,
  )

const row = (subject: string) =>
  screen.findByRole("button", { name: new RegExp(`^(New: )?${subject}$`) })
const open = async (subject: string) => userEvent.click(await row(subject))
const reading = () => screen.findByRole("region", { name: "Message" })
/** Until it is the one that is read, and that keys are about. */
const shows = (subject: string) =>
  waitFor(async () =>
    expect(within(await reading()).getByRole("heading", { name: subject })).toBeVisible(),
  )
// In the list, and no more where it was typed.
const inThread = (text: string) => screen.findByText(text, { selector: "li *" })
const said = () => toast.list().map(({ title, text }) => [title, text])

test("a search reads out what it found, and nothing before that", async () => {
  const { container } = show()
  expect(await screen.findByRole("tab", { name: "Inbox 1,001" })).toBeVisible()
  const said: string[] = []
  const status = container.querySelector("[role=status].sr-only") as Element
  new MutationObserver(() => said.push(status.textContent ?? "")).observe(status, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  await userEvent.type(screen.getByPlaceholderText("Search messages..."), "none")
  await waitFor(() => expect(status).toHaveTextContent("0 messages"))
  expect(new Set(said.filter(Boolean))).toEqual(new Set(["0 messages"]))
})

test("an address can ask for one message", async () => {
  await navigate(`/admin/messages?open=${letter.id}`)
  show()
  expect(within(await reading()).getByRole("heading", { name: "Pilot" })).toBeVisible()
})

test("one that is open stays when reading it again fails", async () => {
  const done = await add("Put away", "done")
  await navigate(`/admin/messages?open=${done.id}`)
  const client = makeQueryClient(() => {})
  show(client)
  expect(within(await reading()).getByRole("heading", { name: "Put away" })).toBeVisible()
  lose(/^GET \/rest\/v1\/contact_form_submissions\?.*id=eq/)
  const { queryKey } = message(done.id)
  await client.refetchQueries({ queryKey })
  expect(client.getQueryState(queryKey)?.status).toBe("error")
  expect(within(await reading()).getByRole("heading", { name: "Put away" })).toBeVisible()
  expect(toast.list()).toEqual([])
})

test("one that is gone is said to be", async () => {
  await navigate("/admin/messages?open=999999")
  show()
  await waitFor(() => expect(toast.list()).toMatchObject([{ kind: "error" }]))
  expect(location.search).toBe("")
})

test("a message is read by being opened and not by being listed; U sets it back", async () => {
  const fresh = await add("Unread")
  const other = await add("Listed")
  show()
  await open("Unread")
  await waitFor(async () => expect((await stored(fresh.id)).state).toBe("read"))
  expect((await stored(other.id)).state).toBe("new")
  expect(await screen.findByRole("button", { name: "Mark as unread" })).toBeVisible()
  await userEvent.keyboard("u")
  await waitFor(async () => expect((await stored(fresh.id)).state).toBe("new"))
  expect(await screen.findByRole("button", { name: "Mark as read" })).toBeVisible()
  expect(said()).toEqual([])
  for (const id of [fresh.id, other.id])
    await site.api(`${TABLE}?id=eq.${id}`, { method: "DELETE", as: "admin" })
})

test("keys move, finish and assign; the focus goes along", async () => {
  const older = await add("Older", "read")
  const newer = await add("Newer", "read")
  show()
  await row("Newer")
  await userEvent.keyboard("j")
  await waitFor(() => expect(location.search).toBe(`?open=${newer.id}`))
  expect(await row("Newer")).toHaveFocus()
  await shows("Newer")
  await userEvent.keyboard("j")
  await waitFor(() => expect(location.search).toBe(`?open=${older.id}`))
  await shows("Older")
  await userEvent.keyboard("k")
  await waitFor(() => expect(location.search).toBe(`?open=${newer.id}`))
  await shows("Newer")
  await userEvent.keyboard("e")
  await waitFor(async () => expect((await stored(newer.id)).state).toBe("done"))
  await waitFor(() => expect(location.search).toBe(`?open=${older.id}`))
  expect(await row("Older")).toHaveFocus()
  await waitFor(() => expect(said()).toEqual([["Done", "Newer"]]))
  await waitFor(() => expect(screen.queryByRole("button", { name: "Newer" })).toBeNull())
  // The way back.
  const [undo] = toast.list()[0]?.actions ?? []
  act(() => (undo as { run: () => void }).run())
  await waitFor(async () => expect((await stored(newer.id)).state).toBe("read"))
  await userEvent.keyboard("a")
  await userEvent.click(await screen.findByRole("menuitem", { name: /\(you\)$/ }))
  await waitFor(async () => expect((await stored(older.id)).assigned_to).toBe(me.id))
  expect(await screen.findByRole("tab", { name: "Mine 1" })).toBeVisible()
  await userEvent.keyboard("?")
  expect(await screen.findByRole("dialog", { name: "Keys" })).toBeVisible()
  await userEvent.keyboard("{Escape}")
  for (const id of [older.id, newer.id])
    await site.api(`${TABLE}?id=eq.${id}`, { method: "DELETE", as: "admin" })
})

test("what was just put away is no neighbour of the next, though the list has it still", async () => {
  const older = await add("Pair one", "read")
  const newer = await add("Pair two", "read")
  show()
  await userEvent.type(await screen.findByPlaceholderText("Search messages..."), "Pair")
  await waitFor(() => expect(screen.queryByRole("button", { name: "Pilot" })).toBeNull())
  await open("Pair two")
  await shows("Pair two")
  await userEvent.keyboard("e")
  await waitFor(() => expect(location.search).toContain(`open=${older.id}`))
  await shows("Pair one")
  await userEvent.keyboard("e")
  await waitFor(() => expect(location.search).not.toContain("open="))
  for (const { id } of [older, newer]) {
    await waitFor(async () => expect((await stored(id)).state).toBe("done"))
    await site.api(`${TABLE}?id=eq.${id}`, { method: "DELETE", as: "admin" })
  }
})

test("keys are letters while somebody types, and nothing where they are turned off", async () => {
  const kept = await add("Kept", "read")
  show()
  await open("Kept")
  await userEvent.type(screen.getByPlaceholderText("Search messages..."), "e")
  await userEvent.clear(screen.getByPlaceholderText("Search messages..."))
  await userEvent.type(await screen.findByLabelText("Add a note"), "se")
  turnKeys(false)
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard("es")
  expect((await stored(kept.id)).state).toBe("read")
  expect(said()).toEqual([])
})

test("notes are added, read by the team, and deleted by who wrote them", async () => {
  const noted = await add("Noted", "read")
  await site.api("/rest/v1/notes", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({
      about_table: "contact_form_submissions",
      about_id: noted.id,
      text: "Ask them for a slot.",
    }),
  })
  await navigate(`/admin/messages?open=${noted.id}`)
  show()
  expect(await screen.findByText("Ask them for a slot.")).toBeVisible()
  await userEvent.type(screen.getByLabelText("Add a note"), "Fits Counterfold.{Enter}")
  expect(await inThread("Fits Counterfold.")).toBeVisible()
  const notes = () => site.api(`/rest/v1/notes?about_id=eq.${noted.id}&order=id`, { as: "admin" })
  expect(await notes()).toMatchObject([{ text: "Ask them for a slot." }, { user_id: me.id }])
  await userEvent.click(await screen.findByRole("button", { name: "Delete your note" }))
  await waitFor(async () => expect(await notes()).toHaveLength(1))
  await waitFor(() => expect(said()).toEqual([["Success", "Note deleted"]]))
  const [undo] = toast.list()[0]?.actions ?? []
  act(() => (undo as { run: () => void }).run())
  await waitFor(async () =>
    expect(await notes()).toMatchObject([{}, { text: "Fits Counterfold." }]),
  )
})

test("an answer goes out from here, is kept beside the message, and then asks whether it is done", async () => {
  const asks = await add("Asks", "read")
  await navigate(`/admin/messages?open=${asks.id}`)
  show()
  expect(await screen.findByRole("link", { name: "Reply via Email" })).toHaveAttribute(
    "href",
    "mailto:asha@example.com?subject=Re%3A%20Asks",
  )
  await userEvent.click(await screen.findByRole("button", { name: "Reply" }))
  const field = await screen.findByLabelText("Your answer to Asha")
  await waitFor(() => expect(field).toHaveFocus())
  expect(screen.getByRole("button", { name: "Send answer" })).toBeDisabled()
  await userEvent.type(field, "Come on Tuesday.{Control>}{Enter}{/Control}")
  expect(await screen.findByText("Mark as done?")).toBeVisible()
  const answer = (await inThread("Come on Tuesday.")).closest("li") as HTMLElement
  expect(await within(answer).findByText(/^Sent Today, /)).toBeVisible()
  expect(postbox.letters.join()).toMatch(/Subject: Re: Asks/)
  await userEvent.click(screen.getByRole("button", { name: "Mark as done" }))
  await waitFor(async () => expect((await stored(asks.id)).state).toBe("done"))
})

test("an answer that was not sent is found again", async () => {
  const asks = await add("Asks again", "read")
  await navigate(`/admin/messages?open=${asks.id}`)
  const { unmount } = show()
  await userEvent.click(await screen.findByRole("button", { name: "Reply" }))
  await userEvent.type(await screen.findByLabelText("Your answer to Asha"), "Half a thought")
  unmount()
  show()
  expect(await screen.findByLabelText("Your answer to Asha")).toHaveValue("Half a thought")
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }))
  expect(await screen.findByRole("button", { name: "Go on writing" })).toBeVisible()
})

test("all that is new is marked as read, and back", async () => {
  const two = [await add("One"), await add("Two")]
  show()
  await row("Two")
  const all = screen.getByRole("button", { name: "Mark all as read" })
  await waitFor(() => expect(all).toBeEnabled())
  await userEvent.click(all)
  await waitFor(async () =>
    expect(await Promise.all(two.map(async ({ id }) => (await stored(id)).state))).toEqual([
      "read",
      "read",
    ]),
  )
  await waitFor(() => expect(toast.list()).toHaveLength(1))
  const [undo] = toast.list()[0]?.actions ?? []
  act(() => (undo as { run: () => void }).run())
  await waitFor(async () => expect((await stored(two[0]?.id ?? 0)).state).toBe("new"))
})
