import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
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

afterEach(() => void vi.restoreAllMocks())

function Screen() {
  useLive()
  const { data } = useQuery({ queryKey: ["hero_content"], queryFn: async () => stored })
  return data ?? null
}

async function shown() {
  stored = "Old"
  const client = makeQueryClient(() => {})
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByText("Old")
  stored = "New"
  const readAt = Date.now()
  return { client, passes: (ms: number) => vi.spyOn(Date, "now").mockReturnValue(readAt + ms) }
}

test("a line that is up soon reads nothing twice", async () => {
  const { client, passes } = await shown()
  passes(1000)
  line.join()
  expect(client.isFetching()).toBe(0)
})

test("a line that is up late, or was down, refreshes what is on the screen", async () => {
  const { passes } = await shown()
  passes(3000)
  line.join()
  await waitFor(() => expect(screen.getByText("New")).toBeVisible())
  stored = "Newer"
  line.join()
  await waitFor(() => expect(screen.getByText("Newer")).toBeVisible())
})
