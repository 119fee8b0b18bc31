import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { WebSocket as Socket } from "ws"
import { makeQueryClient } from "@/lib/query"
import { supabase } from "@/lib/supabase"
import { asked, serve, signIn } from "../../../test/server"
import { useLive } from "./use-live"

const site = await serve()
await signIn()

afterEach(() => void vi.restoreAllMocks())

const store = (title: string) =>
  site.api("/rest/v1/hero_content?id=eq.1", {
    method: "PATCH",
    as: "admin",
    body: JSON.stringify({ title }),
  })

const hero = {
  queryKey: ["hero_content"],
  queryFn: async () =>
    (await supabase.from("hero_content").select("title").single().throwOnError()).data.title,
}

function Screen() {
  useLive()
  return useQuery(hero).data ?? null
}

// Holds what joins the line, until it is let go.
function holdLine() {
  const { send } = Socket.prototype
  const held: { socket: WebSocket; go: () => void }[] = []
  vi.spyOn(Socket.prototype, "send").mockImplementation(function (this: WebSocket, data) {
    const go = () => send.call(this, data)
    if (String(data).includes("phx_join")) held.push({ socket: this, go })
    else go()
  })
  return async () => {
    await waitFor(() => expect(held).toHaveLength(1))
    const [line] = held.splice(0)
    line?.go()
    return line?.socket
  }
}

async function shown() {
  const join = holdLine()
  await store("Old")
  const client = makeQueryClient(() => {})
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByText("Old")
  await store("New")
  const readAt = client.getQueryState(hero.queryKey)?.dataUpdatedAt ?? 0
  return {
    client,
    join,
    passes: (ms: number) => vi.spyOn(Date, "now").mockReturnValue(readAt + ms),
  }
}

test("a line that is up soon reads nothing twice", async () => {
  const { client, join, passes } = await shown()
  passes(1000)
  const refresh = vi.spyOn(client, "invalidateQueries")
  await join()
  await waitFor(() => expect(refresh).toHaveBeenCalled())
  expect(client.isFetching()).toBe(0)
  expect(asked(/hero_content/)).toHaveLength(1)
})

test("a line that is up late, or was down, refreshes what is on the screen", async () => {
  const { join, passes } = await shown()
  passes(3000)
  const line = await join()
  expect(await screen.findByText("New")).toBeVisible()
  line?.close()
  await store("Newer")
  await join()
  expect(await screen.findByText("Newer")).toBeVisible()
})
