import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { navigate } from "@/lib/location"
import { makeQueryClient } from "@/lib/query"
import { toast } from "@/lib/toast"
import { lose, serve, signIn } from "../../../test/server"
import { type Message, message } from "./api"
import MessagesPage from "./page"

// The list scrolls itself, and jsdom has no layout.
vi.stubGlobal("scrollTo", () => {})

const TABLE = "/rest/v1/contact_form_submissions"
const written = { name: "Asha", email: "asha@example.com", subject: "Pilot", message: "Hello" }

const site = await serve()
await signIn()
const send = (rows: object[]) =>
  site.api(TABLE, { method: "POST", as: "admin", body: JSON.stringify(rows) })
await send(Array(1000).fill(written))
const [letter]: [Message] = await send([written])

beforeEach(async () => {
  for (const { id } of toast.list()) toast.close(id)
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
  expect(await screen.findByText(/^1,001 messages/)).toBeVisible()
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

test("an address can ask for one message, until it is closed", async () => {
  await navigate(`/admin/messages?open=${letter.id}`)
  show()
  expect(await screen.findByRole("dialog", { name: "Pilot" })).toBeVisible()
  await userEvent.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(location.search).toBe("")
})

test("one that is open stays when reading it again fails", async () => {
  await navigate(`/admin/messages?open=${letter.id}`)
  const client = makeQueryClient(() => {})
  show(client)
  expect(await screen.findByRole("dialog", { name: "Pilot" })).toBeVisible()
  lose(/^GET \/rest\/v1\/contact_form_submissions\?.*id=eq/)
  const { queryKey } = message(letter.id)
  await client.refetchQueries({ queryKey })
  expect(client.getQueryState(queryKey)?.status).toBe("error")
  expect(screen.getByRole("dialog", { name: "Pilot" })).toBeVisible()
  expect(toast.list()).toEqual([])
})

test("one that is gone is said to be", async () => {
  await navigate("/admin/messages?open=999999")
  show()
  await waitFor(() => expect(toast.list()).toMatchObject([{ kind: "error" }]))
  expect(location.search).toBe("")
})
