import { useSyncExternalStore } from "react"
import { dropDrafts } from "@/lib/draft"
import { isUnproven } from "@/lib/fault"
import { loadAuth, SESSION_KEY } from "@/lib/load-auth"
import { toast } from "@/lib/toast"
import { unsaved } from "@/lib/unsaved"
import { roleOf } from "./profile"
import { isSignInPage } from "./return-to"

export type User = { id: string; email: string; role: "admin" | "editor" }

/** ended: the session is over although nobody here signed out, so what was typed is still on the screen. */
export type Inside = { status: "in"; user: User } | { status: "ended"; user: User; owes: boolean }

/**
 * owes: the password was right, and the code of the second factor is still to come.
 * unknown: the profile could not be read.
 */
type Session =
  | Inside
  | { status: "loading" | "out" | "owes" }
  | { status: "unknown"; id: string; email: string }

const STAFF = "vitrine-staff"

let session: Session = { status: "loading" }
let started = false
let hasLeft = false
const listeners = new Set<() => void>()

/** Whether the person here chose to sign out: the next one starts at the dashboard, not where they were. */
export const hasSignedOut = () => hasLeft

let hasEntered = false

/** Whether the person came in on this page, and not with a session that it found. */
export const hasSignedIn = () => hasEntered

function become(next: Session) {
  if (next.status === "in") {
    hasLeft = false
    hasEntered ||= session.status !== "loading" || isSignInPage(location.pathname)
  }
  session = next
  markStaff()
  for (const listener of listeners) listener()
}

/** Public pages show staff a pencil by this mark. Who hid it sees it again with the next sign-in. */
function markStaff() {
  if (session.status === "out") localStorage.removeItem(STAFF)
  if (session.status === "in" && (hasEntered || !localStorage.getItem(STAFF)))
    localStorage.setItem(STAFF, "1")
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!started) {
    started = true
    start()
  }
  return () => void listeners.delete(listener)
}

function start() {
  if (localStorage.getItem(SESSION_KEY)) return follow()
  become({ status: "out" })
  // Somebody signs in on another tab.
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue) follow()
  })
}

// Without its code nobody can be let in; the form asks for it again.
const follow = () => void client().catch(() => become({ status: "out" }))

let loading: ReturnType<typeof loadAuth> | undefined

/** The session's client, which tells us from then on what becomes of the session. */
export function client() {
  loading ??= loadAuth().then(listen, (error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function listen(auth: Awaited<ReturnType<typeof loadAuth>>) {
  auth.onAuthStateChange((event, current) => {
    if (event === "SIGNED_OUT") return end()
    if (!current) return become({ status: "out" })
    const { id, email = "" } = current.user
    // The callback must return before the client answers other calls.
    if (!isKnown(id)) setTimeout(() => void admit(id, email))
  })
  return auth
}

const isKnown = (id: string) => session.status === "in" && session.user.id === id

let admission: Promise<boolean | undefined> | undefined

/** Lets a signed-in user in if their profile allows it; resolves to whether it does, or to nothing when it could not be read. */
export function admit(id: string, email: string): Promise<boolean | undefined> {
  admission ??= judge(id, email).finally(() => {
    admission = undefined
  })
  return admission
}

async function judge(id: string, email: string): Promise<boolean | undefined> {
  if (await isOwing()) return hold()
  const role = await roleOf(id).catch((error: unknown) => (isUnproven(error) ? OWES : undefined))
  if (role === OWES) {
    // The factor was asked for after this token was made; a new one tells which it is.
    await (await client()).refreshSession()
    return hold()
  }
  if (role === undefined) {
    // What was typed stays on the screen; the dialog above it can be tried again.
    if (session.status !== "ended") become({ status: "unknown", id, email })
    return undefined
  }
  if (role === "admin" || role === "editor") {
    become({ status: "in", user: { id, email, role } })
    return true
  }
  toast.error("Error signing in", "Your account has no access to the admin area.")
  become({ status: "out" })
  await (await client()).signOut({ scope: "local" })
  return false
}

const OWES = Symbol("owes")

/** Whether the account has a second factor that this session has not proven. */
export async function isOwing(): Promise<boolean> {
  const { data } = await (await client()).mfa.getAuthenticatorAssuranceLevel()
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2"
}

function hold(): false {
  const user = typist()
  become(user ? { status: "ended", user, owes: true } : { status: "owes" })
  return false
}

function end() {
  const user = hasLeft ? undefined : typist()
  become(user ? { status: "ended", user, owes: false } : { status: "out" })
}

// Whoever has something on the screen that would be lost with it.
function typist(): User | undefined {
  if (session.status === "ended" || (session.status === "in" && unsaved.any())) return session.user
}

/** Asks the server whether the session still lives, after it refused a request. */
export async function recheck() {
  const before = await stored()
  const { data } = await (await client()).refreshSession()
  // Another tab may have been faster, or entered the code: what it brought is as good.
  const isReplaced = async () => ![undefined, before].includes(await stored())
  if (!data.session && !(await isReplaced())) end()
  else if (await isOwing()) hold()
}

const stored = async () => (await (await client()).getSession()).data.session?.refresh_token

/** Reads the profile again, after the server refused what the role may do: it may be another one by now. */
export async function reread() {
  if (session.status !== "in") return
  const { id, email, role } = session.user
  const now = await roleOf(id).catch(() => role)
  if (now === role || !isKnown(id)) return
  // What was typed stays in its draft, and there is nobody left to ask about it.
  if (now !== "admin" && now !== "editor") unsaved.clear()
  await admit(id, email)
}

/** Signs out here and in the other tabs of this browser. */
export async function signOut() {
  if (!(await unsaved.ask())) return
  leave()
  await (await client()).signOut({ scope: "local" })
  toast.success("Signed out", "You have been successfully signed out.")
}

/** Signs out from a session that ended. What was typed stays in the browser, for the one who typed it. */
export async function walkAway() {
  hasLeft = true
  unsaved.clear()
  become({ status: "out" })
  await (await client()).signOut({ scope: "local" })
  toast.success("Signed out", "You have been successfully signed out.")
}

/** Signs out on every device. It is done when the server says so, not before. */
export async function signOutEverywhere() {
  const user = "user" in session ? session.user : undefined
  hasLeft = true
  const { error } = await (await client()).signOut({ scope: "global" })
  hasLeft = !error
  if (error) return toast.error("Error", "You could not be signed out everywhere. Try again.")
  leave(user)
  toast.success("Signed out", "You have been signed out on every device.")
}

function leave(user = "user" in session ? session.user : undefined) {
  hasLeft = true
  unsaved.clear()
  if (user) void dropDrafts(user.id)
  become({ status: "out" })
}

export const useSession = () => useSyncExternalStore(subscribe, () => session)

/** The person who edits; only inside the protected area. */
export function useUser(): User {
  const now = useSession()
  if ("user" in now) return now.user
  throw new Error("Nobody is signed in")
}
