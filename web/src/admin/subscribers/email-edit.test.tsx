import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { makeQueryClient } from "@/lib/query"
import { unsaved } from "@/lib/unsaved"
import type { Subscriber } from "./api"
import { EmailEdit } from "./email-edit"
import { useEdit } from "./use-edit"

const stored = vi.hoisted(() => ({ email: "ana@gmial.com" }))

vi.mock("../session/session", () => ({ useUser: () => ({ id: "someone" }) }))
vi.mock("@/lib/supabase", () => {
  const write = {
    update: ({ email }: { email: string }) => {
      stored.email = email
      return write
    },
    eq: () => write,
    select: () => write,
    single: () => write,
    throwOnError: async () => ({ data: { id: 1 } }),
  }
  return { supabase: { from: () => write }, call: vi.fn() }
})

// A list of the addresses that hold "gmial".
function Found() {
  const edit = useEdit()
  const { data = [] } = useQuery({
    queryKey: ["newsletter_subscriptions", "list"],
    queryFn: async () =>
      [{ id: 1, ...stored } as Subscriber].filter((one) => /gmial/.test(one.email)),
  })
  return data.map((one) =>
    edit.of ? (
      <EmailEdit key={one.id} edit={edit} of={edit.of} />
    ) : (
      <button key={one.id} type="button" onClick={() => void edit.start(one)}>
        Edit
      </button>
    ),
  )
}

test("a change that takes its row out of the list is over", async () => {
  render(
    <QueryClientProvider client={makeQueryClient(() => {})}>
      <Found />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }))
  await userEvent.clear(screen.getByLabelText("Email"))
  await userEvent.type(screen.getByLabelText("Email"), "ana@gmail.com")
  expect(unsaved.any()).toBe(true)
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(screen.queryByLabelText("Email")).toBeNull())
  await waitFor(() => expect(unsaved.any()).toBe(false))
})
