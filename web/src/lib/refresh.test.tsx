import { AuthClient } from "@supabase/auth-js"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepFresh } from "./refresh"

const NOW = Date.parse("2026-01-01T12:00:00Z")

// The refresh tokens that were spent, and where the page of a test keeps its session: others may still look.
let spent: string[]
let key = ""

const session = (left: number, refresh_token: string) => ({
  access_token: "token",
  token_type: "bearer",
  expires_in: left,
  expires_at: Date.now() / 1000 + left,
  refresh_token,
  user: { id: "ana" },
})

const store = (left: number) =>
  localStorage.setItem(key, JSON.stringify(session(left, `with ${left} s left`)))

async function answer(_: unknown, init?: RequestInit) {
  spent.push(JSON.parse(String(init?.body)).refresh_token)
  return Response.json(session(900, "next"))
}

const see = (visibilityState: DocumentVisibilityState) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibilityState)
  document.dispatchEvent(new Event("visibilitychange"))
}

const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  localStorage.clear()
  spent = []
  key += "+"
})

afterEach(() => {
  see("hidden")
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function open(left: number) {
  store(left)
  const client = new AuthClient({
    url: "http://localhost/auth/v1",
    storageKey: key,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: answer,
  })
  keepFresh(client)
  await wait(0)
  return client
}

test("every 30 seconds a session with 89 seconds left is refreshed, and one with 91 is not", async () => {
  await open(900)
  store(119)
  await wait(29)
  expect(spent).toEqual([])
  await wait(1)
  expect(spent).toEqual(["with 119 s left"])
  store(121)
  await wait(30)
  expect(spent).toEqual(["with 119 s left"])
})

test("a session that is short when the page opens is refreshed at once", async () => {
  await open(89)
  expect(spent).toEqual(["with 89 s left"])
})

test("a hidden page refreshes nothing, and looks again as soon as it is seen", async () => {
  await open(900)
  see("hidden")
  store(40)
  await wait(600)
  expect(spent).toEqual([])
  store(40)
  see("visible")
  await wait(0)
  expect(spent).toEqual(["with 40 s left"])
})
