import { QueryClient } from "@tanstack/react-query"
import { expect, test, vi } from "vitest"
import { queryOf } from "./document"
import { process } from "./documents.gen"

const asked = vi.hoisted(() => [] as { table: string; answer: (data: unknown) => void }[])

vi.mock("./supabase", () => {
  const query = (table: string) => ({
    select: () => query(table),
    limit: () => query(table),
    single: () => query(table),
    order: () => query(table),
    throwOnError: () =>
      new Promise((resolve) => asked.push({ table, answer: (data) => resolve({ data }) })),
  })
  return { supabase: { from: query }, call: vi.fn() }
})

test("the steps are read after the version that a save of them names", async () => {
  const read = new QueryClient().fetchQuery(queryOf(process))
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.answer({ id: 1, version: 7 })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.answer([{ id: 3 }])
  expect(asked.map(({ table }) => table)).toEqual(["process_content", "process_steps"])
  expect(await read).toEqual({ id: 1, version: 7, steps: [{ id: 3 }] })
})
