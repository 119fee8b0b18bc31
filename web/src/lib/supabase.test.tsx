import { waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { believe } from "../../test/offline"
import { faultOf } from "./fault"
import { call, supabase } from "./supabase"

believe()

// A server that never answers, and the clock of each request.
let clocks: { ms: number; strike: () => void }[]

beforeEach(() => {
  clocks = []
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const clock = new AbortController()
    const strike = () => clock.abort(new DOMException("late", "TimeoutError"))
    clocks.push({ ms, strike })
    return clock.signal
  })
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const failure = (request: PromiseLike<unknown>) =>
  Promise.resolve(request).then(
    () => undefined,
    (error: unknown) => error,
  )

test.each([
  ["a save", 20_000, () => call("save_job", {})],
  ["a change", 20_000, () => supabase.from("team_members").delete().eq("id", 1).throwOnError()],
  ["a read", 30_000, () => supabase.from("team_members").select().throwOnError()],
])(
  "%s that is never answered fails in the end, without words of the server",
  async (_, ms, send) => {
    const failed = failure(send())
    await waitFor(() => expect(clocks.map((clock) => clock.ms)).toEqual([ms]))
    clocks[0]?.strike()
    const error = await failed
    expect(error).toMatchObject({ name: "TimeoutError" })
    expect(faultOf(error)).toBeUndefined()
  },
)

test("a read can still be called off", async () => {
  const calling = new AbortController()
  const read = supabase.from("team_members").select().abortSignal(calling.signal).throwOnError()
  const failed = failure(read)
  await waitFor(() => expect(clocks).toHaveLength(1))
  calling.abort()
  expect(await failed).toMatchObject({ name: "AbortError" })
})
