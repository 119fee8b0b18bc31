import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { describe, expect, it, vi } from "vitest"
import { outcome } from "@/lib/mail-outcome"
import { renderPage } from "../../../test/render"
import { asked, hold, intercept, serve, signIn } from "../../../test/server"
import type { Message } from "./api"
import { Delivery } from "./delivery"
import { type Letter, summary } from "./mail"
import { MessageDialog } from "./message-dialog"
import { MessageRow } from "./message-row"

const TABLE = "/rest/v1/contact_form_submissions"

const site = await serve()
await signIn()

const letter = (change: Partial<Letter>): Letter => ({
  message_id: 7,
  kind: "studio",
  reply_id: null,
  state: "sent",
  attempts: 1,
  last_error: "",
  next_try_at: null,
  sent_at: "2026-01-02T10:00:00+00:00",
  ...change,
})

const visitor = { name: "Ann", email: "ann@example.com", subject: "Hi", message: "Hello" }
const links = Array.from({ length: 5 }, (_, n) => `https://spam${n}.example`).join(" ")

/** A message as it is stored once a visitor has sent it. */
async function sent(text = visitor.message): Promise<Message> {
  const body = JSON.stringify({ ...visitor, message: text })
  await site.api(TABLE, { method: "POST", body })
  const [latest] = await site.api(`${TABLE}?order=id.desc&limit=1`, { as: "admin" })
  return latest
}

const stored = (id: number): Promise<Message[]> => site.api(`${TABLE}?id=eq.${id}`, { as: "admin" })

describe("what became of a letter", () => {
  it.each<[Partial<Letter>, RegExp]>([
    [{}, /^Sent Jan 2, 2026, /],
    [{ state: "kept" }, /^Not mailed: there is no mail server$/],
    [{ state: "sending" }, /^Being sent$/],
    [{ state: "queued", attempts: 0, next_try_at: "2026-01-02T10:00:00+00:00" }, /^Waiting$/],
    [
      { state: "queued", next_try_at: "2026-01-02T10:00:00+00:00" },
      /^Not delivered yet, next try Jan 2/,
    ],
    [{ state: "given up", attempts: 17 }, /^Given up after 17 tries$/],
  ])("is said for %o", (change, text) => expect(outcome(letter(change))).toMatch(text))

  it.each<[Letter["state"][], number, string | undefined]>([
    [[], 1, undefined],
    [["sent", "sent"], 1, "Mail sent"],
    [["sent", "kept"], 1, "Not mailed"],
    [["sent", "queued"], 0, "Mail on its way"],
    [["sent", "sending"], 1, "Mail on its way"],
    [["queued", "sent"], 2, "Mail delayed"],
    [["queued", "given up"], 2, "Mail not delivered"],
  ])("for a message with %o", (states, attempts, text) =>
    expect(summary(states.map((state) => letter({ state, attempts })))?.text).toBe(text),
  )
})

describe("the mails of a message", () => {
  it("are shown with their state and can be sent again, one at a time", async () => {
    const failed = letter({ state: "given up", attempts: 9, last_error: "550 no such user" })
    intercept(/rpc\/message_mail$/, async () => Response.json([failed]))
    renderPage(<Delivery id={7} />)
    expect(await screen.findByText("Given up after 9 tries")).toBeVisible()
    expect(screen.getByText("550 no such user")).toBeVisible()
    expect(screen.getByText("Not sent")).toBeVisible()
    hold(/rpc\/resend_mail$/)
    const resend = { name: "Resend: Notification to the studio" }
    await userEvent.click(screen.getByRole("button", resend))
    const resent = () => asked(/rpc\/resend_mail$/).map(({ body }) => JSON.parse(body))
    await waitFor(() => expect(resent()).toEqual([{ id: 7, kind: "studio" }]))
    await userEvent.click(screen.getByRole("button", resend))
    expect(resent()).toHaveLength(1)
  })

  it("show in the list", async () => {
    renderPage(
      <ul>
        <MessageRow
          place={{}}
          message={await sent()}
          letters={[letter({ state: "given up" })]}
          isOpen={false}
          onOpen={() => {}}
          onView={() => {}}
        />
      </ul>,
    )
    expect(screen.getByText("Mail not delivered")).toBeVisible()
  })
})

describe("a message that is held back", () => {
  it("says why in words, and is mailed about once it is no spam", async () => {
    const held = await sent(links)
    expect(held).toMatchObject({ state: "spam" })
    const done = vi.fn()
    renderPage(<MessageDialog message={held} onClose={done} />)
    const why = screen.getByRole("region", { name: "Why it was held back" })
    expect(why).toHaveTextContent("5 linksPeople who write to you rarely send more than one")
    await userEvent.click(screen.getByRole("button", { name: "Not spam" }))
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(await stored(held.id)).toMatchObject([{ state: "new", quarantined_at: null }])
    const mails = await site.api("/rest/v1/rpc/message_mail", {
      method: "POST",
      as: "admin",
      body: JSON.stringify({ ids: [held.id] }),
    })
    expect(mails).toHaveLength(2)
  })

  it("is deleted after a question", async () => {
    const held = await sent(links)
    const done = vi.fn()
    renderPage(<MessageDialog message={held} onClose={done} />)
    await userEvent.click(screen.getByRole("button", { name: "Delete" }))
    expect(await stored(held.id)).toHaveLength(1)
    const question = await screen.findByRole("alertdialog")
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }))
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(await stored(held.id)).toEqual([])
  })
})

describe("an open message", () => {
  it("is deleted after a question that names it", async () => {
    const message = await sent()
    const done = vi.fn()
    renderPage(<MessageDialog message={message} onClose={done} />)
    await userEvent.click(screen.getByRole("button", { name: "Delete" }))
    const question = await screen.findByRole("alertdialog")
    expect(question).toHaveTextContent(
      "This action cannot be undone. This will permanently delete the message Hi from Ann, with the mails about it.",
    )
    expect(await stored(message.id)).toHaveLength(1)
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }))
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(await stored(message.id)).toEqual([])
  })
})
