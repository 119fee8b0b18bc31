import { useSyncExternalStore } from "react"
import { auth } from "@/lib/auth"
import { dropDrafts } from "@/lib/draft"
import { toast } from "@/lib/toast"
import { unsaved } from "@/lib/unsaved"
import { roleOf } from "./profile"

export type User = { id: string; email: string; role: "admin" | "editor" }

/**
 * ended: the session is over although nobody here signed out, so what was typed is still on the screen.
 * unknown: the profile could not be read.
 */
export type Session =
  | { status: "loading" | "out" }
  | { status: "in" | "ended"; user: User }
  | { status: "unknown"; id: string; email: string }

let session: Session = { status: "loading" }
let started = false
const listeners = new Set<() => void>()

function become(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!started) {
    started = true
    auth.onAuthStateChange((event, current) => {
      if (event === "SIGNED_OUT") return end()
      if (!current) return become({ status: "out" })
      const { id, email = "" } = current.user
      // The callback must return before the client answers other calls.
      if (!isKnown(id)) setTimeout(() => void admit(id, email))
    })
  }
  return () => void listeners.delete(listener)
}

const isKnown = (id: string) => session.status === "in" && session.user.id === id

let admission: Promise<boolean> | undefined

/** Lets a signed-in user in if their profile allows it; resolves to whether it does. */
export function admit(id: string, email: string): Promise<boolean> {
  admission ??= judge(id, email).finally(() => {
    admission = undefined
  })
  return admission
}

async function judge(id: string, email: string): Promise<boolean> {
  const role = await roleOf(id).catch(() => undefined)
  if (role === undefined) {
    become({ status: "unknown", id, email })
    return false
  }
  if (role === "admin" || role === "editor") {
    become({ status: "in", user: { id, email, role } })
    return true
  }
  toast.error("Error signing in", "Your account has no access to the admin area.")
  become({ status: "out" })
  await auth.signOut({ scope: "local" })
  return false
}

function end() {
  if (session.status === "in" && unsaved.any()) become({ ...session, status: "ended" })
  else if (session.status !== "ended") become({ status: "out" })
}

/** Asks the server whether the session still lives, after it refused a request. */
export async function recheck() {
  const { data } = await auth.refreshSession()
  if (!data.session) end()
}

/** Signs out here and in the other tabs of this browser. */
export async function signOut() {
  if (!(await unsaved.ask())) return
  unsaved.clear()
  if (session.status === "in") dropDrafts(session.user.id)
  become({ status: "out" })
  await auth.signOut({ scope: "local" })
  toast.success("Signed out", "You have been successfully signed out.")
}

export const useSession = () => useSyncExternalStore(subscribe, () => session)

/** The person who edits; only inside the protected area. */
export function useUser(): User {
  const now = useSession()
  if ("user" in now) return now.user
  throw new Error("Nobody is signed in")
}
