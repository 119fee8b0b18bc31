import { queryOptions } from "@tanstack/react-query"
import { auth } from "@/lib/auth"
import { useSave } from "@/lib/query"
import { type Answer, call } from "@/lib/supabase"
import type { Wrong } from "../session/new-password-form"
import { codesLeft } from "../session/recovery-code"
import { type App, apps, explain, UNEXPECTED } from "../session/second-factor"

export type Device = Answer<"list_sessions">[number]

// An account's changes are told as ones of its profile.
const SESSIONS = ["user_profiles", "sessions"] as const
export const FACTORS = ["user_profiles", "factors"] as const

export const CODES = ["user_profiles", "recovery-codes"] as const

/** Where one is signed in: here first, then the latest use. */
export const devices = queryOptions({
  queryKey: SESSIONS,
  queryFn: async () => {
    const all = await call("list_sessions", {})
    return all.sort((a, b) => Number(b.current) - Number(a.current))
  },
})

export const factors = queryOptions<App[]>({ queryKey: FACTORS, queryFn: apps })

export const codes = queryOptions({ queryKey: CODES, queryFn: codesLeft })

export const useSetName = () =>
  useSave({
    save: (name: string) => call("set_my_name", { name }),
    refreshes: [["user_profiles"]],
    done: "Your name was saved",
    failed: "Failed to save your name",
    says: "server",
  })

export const useEndSession = () =>
  useSave({
    save: (session_id: string) => call("end_session", { session_id }),
    refreshes: [SESSIONS],
    done: "Signed out on that device",
    failed: "Failed to end the session",
    says: "server",
    gone: "There is no such session. It may have ended already.",
  })

export const useRemoveApp = () =>
  useSave({
    save: async (factorId: string) => {
      const { error } = await auth.mfa.unenroll({ factorId })
      if (error) throw error
      // The token still tells of the second level.
      await auth.refreshSession()
    },
    refreshes: [FACTORS, SESSIONS, CODES],
    done: "Authenticator app removed",
    failed: "Failed to remove the app",
    says: "server",
  })

/** Stores a new password; resolves to what the server has against it. */
export async function changePassword(
  password: string,
  current_password: string,
): Promise<Wrong | undefined> {
  try {
    const { error } = await auth.updateUser({ password, current_password })
    if (error?.code === "current_password_invalid")
      return { current: "This is not your current password." }
    return error ? explain(error) : undefined
  } catch {
    return UNEXPECTED
  }
}
