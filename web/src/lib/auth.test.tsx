import { expect, test, vi } from "vitest"
import { withinTime } from "./within-time"

const made = vi.hoisted(() => ({
  options: {} as { autoRefreshToken?: boolean; fetch?: unknown },
  looks: 0,
}))

vi.mock("@supabase/auth-js", () => ({
  AuthClient: class {
    constructor(options: typeof made.options) {
      made.options = options
    }
    async getSession() {
      made.looks++
      return { data: { session: null } }
    }
  },
}))
vi.mock("./shell", () => ({ anonKey: "key" }))

test("the client's own clock, which refreshes earlier, is off and ours is on", async () => {
  await import("./auth")
  expect(made.options.autoRefreshToken).toBe(false)
  expect(made.looks).toBe(1)
})

test("a refresh that is never answered is given up, as every request is", async () => {
  await import("./auth")
  expect(made.options.fetch).toBe(withinTime)
})
