import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { makeQueryClient } from "@/lib/query"
import { useLive } from "./use-live"

const line = vi.hoisted(() => ({ join: () => {} }))

vi.mock("@/lib/supabase", () => {
  const channel = {
    on: () => channel,
    subscribe: (told: (status: string) => void) => {
      line.join = () => told("SUBSCRIBED")
    },
  }
  return { supabase: { channel: () => channel, removeChannel: vi.fn() } }
})

let stored = "Old"

function Screen() {
  useLive()
  const { data } = useQuery({ queryKey: ["hero_content"], queryFn: async () => stored })
  return data ?? null
}

test("what changed before the line was up shows once it is", async () => {
  render(
    <QueryClientProvider client={makeQueryClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByText("Old")
  stored = "New"
  line.join()
  await waitFor(() => expect(screen.getByText("New")).toBeVisible())
})
