import { renderHook, waitFor } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { findDrafts, keepDraft } from "@/lib/draft"
import { toast } from "@/lib/toast"
import { unsaved, useUnsaved } from "@/lib/unsaved"
import { roleOf } from "./profile"
import {
  admit,
  hasSignedOut,
  recheck,
  reread,
  signOut,
  signOutEverywhere,
  useSession,
  walkAway,
} from "./session"

// What the server does about signing out, and who hears that it is done.
let refused: Error | null
// What the tabs of this browser share, and what the server answers to a refresh of it.
let shared: { refresh_token: string } | null = null
let refresh: () => { refresh_token: string } | null = () => shared
let hear: (event: string, session: null) => void

vi.mock("@/lib/auth", () => ({
  auth: {
    onAuthStateChange: (listener: typeof hear) => {
      hear = listener
    },
    signOut: async () => {
      if (!refused) hear("SIGNED_OUT", null)
      return { error: refused }
    },
    getSession: async () => ({ data: { session: shared } }),
    refreshSession: async () => ({ data: { session: refresh() } }),
    mfa: { getAuthenticatorAssuranceLevel: async () => ({ data: null }) },
  },
}))
vi.mock("./profile", () => ({ roleOf: vi.fn() }))
vi.mock("@/lib/toast", () => ({ toast: { success: vi.fn(), error: vi.fn() } }))

const draft = { values: { title: "Typed" }, base: null, at: Date.now() }
const kept = async () => (await findDrafts("ana", () => true)).length

beforeEach(async () => {
  refused = null
  localStorage.clear()
  vi.mocked(roleOf).mockResolvedValue("editor")
})

async function signIn() {
  const { result } = renderHook(useSession)
  await admit("ana", "ana@example.com")
  await waitFor(() => expect(result.current).toMatchObject({ status: "in" }))
  return result
}

test("a session that ends under typed text stays on the screen while its profile cannot be read", async () => {
  const session = await signIn()
  const form = renderHook(() => useUnsaved(true))
  hear("SIGNED_OUT", null)
  await waitFor(() => expect(session.current.status).toBe("ended"))
  vi.mocked(roleOf).mockRejectedValue(new Error("away"))
  expect(await admit("ana", "ana@example.com")).toBeUndefined()
  expect(session.current.status).toBe("ended")

  vi.mocked(roleOf).mockResolvedValue("editor")
  expect(await admit("ana", "ana@example.com")).toBe(true)
  await waitFor(() => expect(session.current.status).toBe("in"))
  form.unmount()
  // With nothing typed there is nothing to keep.
  hear("SIGNED_OUT", null)
  vi.mocked(roleOf).mockRejectedValue(new Error("away"))
  await admit("ana", "ana@example.com")
  await waitFor(() => expect(session.current.status).toBe("unknown"))
})

test("signing out everywhere forgets what was typed when the server has done it, not before", async () => {
  const session = await signIn()
  const form = renderHook(() => useUnsaved(true))
  keepDraft("ana", "hero", draft)
  refused = new Error("away")
  await signOutEverywhere()
  expect(session.current.status).toBe("in")
  expect(await kept()).toBe(1)

  refused = null
  const seen = new Set<string>()
  const watched = renderHook(() => seen.add(useSession().status))
  await signOutEverywhere()
  await waitFor(() => expect(session.current.status).toBe("out"))
  await waitFor(async () => expect(await kept()).toBe(0))
  // Whoever leaves is not asked to come back.
  expect(seen).not.toContain("ended")
  watched.unmount()
  form.unmount()
})

test("signing out forgets what was typed", async () => {
  const session = await signIn()
  keepDraft("ana", "hero", draft)
  await signOut()
  await waitFor(() => expect(session.current.status).toBe("out"))
  await waitFor(async () => expect(await kept()).toBe(0))
})

test("whoever walks away from a session that ended leaves what was typed for the one who typed it", async () => {
  const session = await signIn()
  const form = renderHook(() => useUnsaved(true))
  keepDraft("ana", "hero", draft)
  hear("SIGNED_OUT", null)
  await waitFor(() => expect(session.current.status).toBe("ended"))
  await walkAway()
  expect(session.current.status).toBe("out")
  expect(hasSignedOut()).toBe(true)
  expect(unsaved.any()).toBe(false)
  expect(await kept()).toBe(1)
  form.unmount()
})

test("whoever is no editor any more is out when the server refuses a save, and keeps the draft", async () => {
  const session = await signIn()
  const form = renderHook(() => useUnsaved(true))
  keepDraft("ana", "hero", draft)
  // A refusal alone, or a profile that cannot be read, changes nothing.
  await reread()
  vi.mocked(roleOf).mockRejectedValue(new Error("away"))
  await reread()
  expect(session.current.status).toBe("in")
  vi.mocked(roleOf).mockResolvedValue("viewer")
  await reread()
  await waitFor(() => expect(session.current.status).toBe("out"))
  expect(toast.error).toHaveBeenCalledWith("Error signing in", expect.stringContaining("no access"))
  expect(unsaved.any()).toBe(false)
  expect(await kept()).toBe(1)
  form.unmount()
})

test("a refresh refused because another tab entered the code does not sign this tab out", async () => {
  const session = await signIn()
  shared = { refresh_token: "from before the code" }
  refresh = () => {
    shared = { refresh_token: "with the code" }
    return null
  }
  await recheck()
  expect(session.current.status).toBe("in")
  refresh = () => null
  await recheck()
  expect(session.current.status).toBe("out")
})
