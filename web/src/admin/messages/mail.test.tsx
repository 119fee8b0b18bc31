import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ReactNode } from "react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { makeQueryClient } from "@/lib/query"
import type { Message } from "./api"
import { Delivery } from "./delivery"
import { type Letter, outcome, summary } from "./mail"
import { MessageCard } from "./message-card"
import { MessageDialog } from "./message-dialog"
import { Quarantine } from "./quarantine"

const call = vi.hoisted(() => vi.fn())
const removed = vi.hoisted(() => vi.fn())
vi.mock("@/lib/supabase", () => ({
  call,
  supabase: {
    from: () => ({
      delete: () => ({ eq: (_: string, id: number) => ({ throwOnError: () => removed(id) }) }),
    }),
  },
}))

beforeEach(() => {
  call.mockReset()
  removed.mockReset()
})

const show = (children: ReactNode) =>
  render(<QueryClientProvider client={makeQueryClient(() => {})}>{children}</QueryClientProvider>)

const letter = (change: Partial<Letter>): Letter => ({
  message_id: 7,
  kind: "studio",
  state: "sent",
  attempts: 1,
  last_error: "",
  next_try_at: null,
  sent_at: "2026-01-02T10:00:00+00:00",
  ...change,
})

const message: Message = {
  id: 7,
  name: "Ann",
  email: "ann@example.com",
  subject: "Hi",
  message: "Hello",
  created_at: "2026-01-02T10:00:00+00:00",
  quarantined_at: null,
  spam_reasons: null,
  mail_due_at: null,
}

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
    call.mockImplementation(async (name: string) =>
      name === "message_mail"
        ? [letter({ state: "given up", attempts: 9, last_error: "550 no such user" })]
        : [],
    )
    show(<Delivery id={7} />)
    expect(await screen.findByText("Given up after 9 tries")).toBeVisible()
    expect(screen.getByText("550 no such user")).toBeVisible()
    expect(screen.getByText("Not sent")).toBeVisible()
    call.mockImplementationOnce(() => new Promise(() => {}))
    await userEvent.click(
      screen.getByRole("button", { name: "Resend: Notification to the studio" }),
    )
    expect(call).toHaveBeenLastCalledWith("resend_mail", { id: 7, kind: "studio" })
    await userEvent.click(
      screen.getByRole("button", { name: "Resend: Notification to the studio" }),
    )
    expect(call.mock.calls.filter(([name]) => name === "resend_mail")).toHaveLength(1)
  })

  it("show in the list", () => {
    show(
      <MessageCard
        message={message}
        letters={[letter({ state: "given up" })]}
        onOpen={() => {}}
        onDelete={() => {}}
      />,
    )
    expect(screen.getByText("Mail not delivered")).toBeVisible()
  })
})

describe("a message in quarantine", () => {
  const held = {
    ...message,
    quarantined_at: "2026-01-02T10:00:00+00:00",
    spam_reasons: ["5 links", "Written in capitals"],
  }

  it("says why, and is released", async () => {
    call.mockResolvedValue([])
    const done = vi.fn()
    show(<Quarantine message={held} onDone={done} />)
    expect(screen.getByText("5 links")).toBeVisible()
    await userEvent.click(screen.getByRole("button", { name: "Release" }))
    expect(call).toHaveBeenCalledWith("release_message", { id: 7 })
    await waitFor(() => expect(done).toHaveBeenCalled())
  })

  it("is deleted after a question", async () => {
    const done = vi.fn()
    show(<Quarantine message={held} onDone={done} />)
    await userEvent.click(screen.getByRole("button", { name: "Delete" }))
    expect(removed).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole("button", { name: "Delete" }))
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(removed).toHaveBeenCalledWith(7)
  })
})

describe("an open message", () => {
  it("is deleted after a question that names it", async () => {
    call.mockResolvedValue([])
    const done = vi.fn()
    show(<MessageDialog message={message} onClose={done} />)
    await userEvent.click(screen.getByRole("button", { name: "Delete" }))
    const question = await screen.findByRole("alertdialog")
    expect(question).toHaveTextContent(
      "This action cannot be undone. This will permanently delete the message Hi from Ann, with the mails about it.",
    )
    expect(removed).not.toHaveBeenCalled()
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }))
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(removed).toHaveBeenCalledWith(7)
  })
})
