import { AuthClient } from "@supabase/auth-js"
import { renderHook, waitFor } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { findDrafts, keepDraft } from "@/lib/draft"
import { toast } from "@/lib/toast"
import { unsaved, useUnsaved } from "@/lib/unsaved"
import { intercept, lose, serve, signIn, storeSession } from "../../../test/server"
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

const site = await serve()

const PROFILE = /^GET \/rest\/v1\/user_profiles/
const SIGN_OUT = /^POST \/auth\/v1\/logout/
const REFRESH = /^POST \/auth\/v1\/token\?grant_type=refresh_token/

const otherTab = new AuthClient({
  url: `${location.origin}/auth/v1`,
  headers: { apikey: "sb_publishable_vitrine" },
  storageKey: "vitrine-admin-auth",
  autoRefreshToken: false,
  detectSessionInUrl: false,
})
const endElsewhere = () => otherTab.signOut({ scope: "local" })

const draft = { values: { title: "Typed" }, base: null, at: Date.now() }

beforeEach(() => {
  localStorage.clear()
  for (const { id } of toast.list()) toast.close(id)
})

async function enter() {
  const { result: session } = renderHook(useSession)
  const user = await signIn()
  await waitFor(() => expect(session.current).toMatchObject({ status: "in" }))
  const keep = () => keepDraft(user.id, "hero", draft)
  const kept = async () => (await findDrafts(user.id, () => true)).length
  return { session, user, keep, kept }
}

test("a session that ends under typed text stays on the screen while its profile cannot be read", async () => {
  const { session, user } = await enter()
  const form = renderHook(() => useUnsaved(true))
  await endElsewhere()
  await waitFor(() => expect(session.current.status).toBe("ended"))
  const found = lose(PROFILE)
  await storeSession()
  expect(await admit(user.id, user.email)).toBeUndefined()
  expect(session.current.status).toBe("ended")

  found()
  expect(await admit(user.id, user.email)).toBe(true)
  await waitFor(() => expect(session.current.status).toBe("in"))
  form.unmount()
  // With nothing typed there is nothing to keep.
  await endElsewhere()
  await waitFor(() => expect(session.current.status).toBe("out"))
  lose(PROFILE)
  await signIn()
  await waitFor(() => expect(session.current.status).toBe("unknown"))
})

test("signing out everywhere forgets what was typed when the server has done it, not before", async () => {
  const { session, keep, kept } = await enter()
  const form = renderHook(() => useUnsaved(true))
  keep()
  const found = lose(SIGN_OUT)
  await signOutEverywhere()
  expect(session.current.status).toBe("in")
  expect(await kept()).toBe(1)

  found()
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
  const { session, keep, kept } = await enter()
  keep()
  await signOut()
  await waitFor(() => expect(session.current.status).toBe("out"))
  await waitFor(async () => expect(await kept()).toBe(0))
})

test("whoever walks away from a session that ended leaves what was typed for the one who typed it", async () => {
  const { session, keep, kept } = await enter()
  const form = renderHook(() => useUnsaved(true))
  keep()
  await endElsewhere()
  await waitFor(() => expect(session.current.status).toBe("ended"))
  await walkAway()
  expect(session.current.status).toBe("out")
  expect(hasSignedOut()).toBe(true)
  expect(unsaved.any()).toBe(false)
  expect(await kept()).toBe(1)
  form.unmount()
})

test("whoever is no editor any more is out when the server refuses a save, and keeps the draft", async () => {
  const { session, user, keep, kept } = await enter()
  const form = renderHook(() => useUnsaved(true))
  keep()
  // A refusal alone, or a profile that cannot be read, changes nothing.
  await reread()
  const found = lose(PROFILE)
  await reread()
  expect(session.current.status).toBe("in")
  found()
  const become = (role: string) =>
    site.run(["user", "set-role", "--email", user.email, "--role", role])
  become("viewer")
  await reread()
  await waitFor(() => expect(session.current.status).toBe("out"))
  expect(toast.list()).toMatchObject([
    { kind: "error", title: "Error signing in", text: expect.stringContaining("no access") },
  ])
  expect(unsaved.any()).toBe(false)
  expect(await kept()).toBe(1)
  form.unmount()
  become("editor")
})

test("a refresh refused because another tab entered the code does not sign this tab out", async () => {
  const { session } = await enter()
  const end = () => site.api("/auth/v1/logout?scope=global", { method: "POST", as: "editor" })
  await end()
  const alone = intercept(REFRESH, async (go) => {
    await storeSession()
    return go()
  })
  await recheck()
  expect(session.current.status).toBe("in")
  alone()
  await end()
  await recheck()
  expect(session.current.status).toBe("out")
})
