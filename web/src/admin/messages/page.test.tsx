import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { navigate } from "@/lib/location"
import { makeQueryClient } from "@/lib/query"
import type { Message } from "./api"
import MessagesPage from "./page"

const mocks = vi.hoisted(() => ({ readMessages: vi.fn(), one: vi.fn(), error: vi.fn() }))
vi.mock("./api", async (original) => ({
  ...(await original<typeof import("./api")>()),
  readMessages: mocks.readMessages,
  message: (id: number) => ({ queryKey: ["one", id], queryFn: () => mocks.one(id) }),
}))
vi.mock("../layout/counts", () => ({
  messagesHeld: { queryKey: ["held"], queryFn: async () => 0 },
}))
vi.mock("@/lib/supabase", () => ({ call: async () => [], supabase: {} }))
vi.mock("@/lib/toast", () => ({ toast: { error: mocks.error } }))

// The list scrolls itself, and jsdom has no layout.
vi.stubGlobal("scrollTo", () => {})

const letter = {
  id: 7,
  name: "Asha",
  email: "asha@example.com",
  subject: "Pilot",
  message: "Hello",
  created_at: "2026-01-02T10:00:00+00:00",
} as Message

beforeEach(async () => {
  mocks.error.mockClear()
  mocks.readMessages.mockResolvedValue({ rows: [letter], total: 3001 })
  await navigate("/admin/messages")
})

const show = (client = makeQueryClient(() => {})) =>
  render(
    <QueryClientProvider client={client}>
      <MessagesPage />
    </QueryClientProvider>,
  )

test("a search reads out what it found, and nothing before that", async () => {
  const { container } = show()
  expect(await screen.findByText(/^3,001 messages/)).toBeVisible()
  const said: string[] = []
  const status = container.querySelector("[role=status].sr-only") as Element
  new MutationObserver(() => said.push(status.textContent ?? "")).observe(status, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  mocks.readMessages.mockResolvedValue({ rows: [], total: 0 })
  await userEvent.type(screen.getByPlaceholderText("Search messages..."), "none")
  await waitFor(() => expect(status).toHaveTextContent("0 messages"))
  expect(new Set(said.filter(Boolean))).toEqual(new Set(["0 messages"]))
})

test("an address can ask for one message, until it is closed", async () => {
  mocks.one.mockResolvedValue(letter)
  await navigate("/admin/messages?open=7")
  show()
  expect(await screen.findByRole("dialog", { name: "Pilot" })).toBeVisible()
  expect(mocks.one).toHaveBeenCalledWith(7)
  await userEvent.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(location.search).toBe("")
})

test("one that is open stays when reading it again fails", async () => {
  mocks.one.mockResolvedValue(letter)
  await navigate("/admin/messages?open=7")
  const client = makeQueryClient(() => {})
  show(client)
  expect(await screen.findByRole("dialog", { name: "Pilot" })).toBeVisible()
  mocks.one.mockRejectedValue(new Error("no network"))
  await client.refetchQueries({ queryKey: ["one", 7] })
  expect(client.getQueryState(["one", 7])?.status).toBe("error")
  expect(screen.getByRole("dialog", { name: "Pilot" })).toBeVisible()
  expect(mocks.error).not.toHaveBeenCalled()
})

test("one that is gone is said to be", async () => {
  mocks.one.mockResolvedValue(null)
  await navigate("/admin/messages?open=8")
  show()
  await waitFor(() => expect(mocks.error).toHaveBeenCalledOnce())
  expect(location.search).toBe("")
})
