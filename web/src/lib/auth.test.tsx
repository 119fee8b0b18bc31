import { afterEach, beforeEach, expect, test, vi } from "vitest"

// A server that never answers, and what it was asked.
const fetch = vi.fn((_: string, { signal }: { signal: AbortSignal }) => {
  return new Promise<Response>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason)),
  )
})

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal("fetch", fetch)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetch.mockClear()
})

async function open(left: number) {
  const session = { access_token: "token", refresh_token: "next", user: {} }
  const expires_at = Date.now() / 1000 + left
  localStorage.setItem("vitrine-admin-auth", JSON.stringify({ ...session, expires_at }))
  const { auth } = await import("./auth")
  await vi.advanceTimersByTimeAsync(0)
  return auth
}

test("the client's own clock, which refreshes earlier, is off and ours is on", async () => {
  await open(119)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(fetch).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetch).toHaveBeenCalledOnce()
})

test("a refresh that is never answered is given up, as every request is", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const clock = new AbortController()
    setTimeout(() => clock.abort(new DOMException("late", "TimeoutError")), ms)
    return clock.signal
  })
  const auth = await open(900)
  const refreshed = auth.refreshSession()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(timeout).toHaveBeenCalledWith(20_000)
  expect((await refreshed).error).toMatchObject({ name: "AuthRetryableFetchError" })
})
