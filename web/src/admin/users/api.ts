import { queryOptions, useQuery } from "@tanstack/react-query"
import { subDays } from "date-fns"
import { mailMode } from "@/lib/mail-mode"
import { useSave } from "@/lib/query"
import { type Answer, call } from "@/lib/supabase"
import { admit, useUser } from "../session/session"

export const ROLES = {
  admin: { label: "Admin", may: "Edits everything and manages users." },
  editor: { label: "Editor", may: "Edits everything, messages and subscribers included." },
  viewer: { label: "Viewer", may: "Has no access to the back-office." },
} as const

export type Role = keyof typeof ROLES

export type Account = Answer<"list_users">[number]

const USERS = ["user_profiles", "users"] as const

export const users = queryOptions({
  queryKey: USERS,
  queryFn: () => call("list_users", {}),
})

export type State = "active" | "disabled" | "invited" | "expired" | "unset"

const INVITATION_DAYS = 7

/** Where an account stands; one without a password waits for its person. */
export function stateOf(user: Account, now = new Date()): State {
  if (user.disabled_at) return "disabled"
  if (user.has_password) return "active"
  if (!user.invited_at) return "unset"
  return new Date(user.invited_at) > subDays(now, INVITATION_DAYS) ? "invited" : "expired"
}

const GONE = "There is no such user. Someone else may have removed it."

const change = { refreshes: [USERS], says: "server", gone: GONE } as const

/** A link that opens an account, for a person whom no mail reaches. */
export type Handover = { email: string; link: string }

const SENT = { title: "Invitation sent", text: "The link in it is valid for seven days." }

/** How a person is invited, and what is said about it. Where mail reaches nobody, the link is handed over. */
export function useInvitation(onHandover: (handover: Handover) => void) {
  const { data } = useQuery(mailMode)
  const mailed = data?.mailed !== false
  return {
    ...change,
    mailed,
    save: async (person: { email: string; role: Role }) => {
      const account = await call("invite_user", person)
      if (!mailed) {
        const { link } = await call("invitation_link", { user_id: account.id })
        onHandover({ email: account.email, link })
      }
      return account
    },
    // The link that is shown speaks for itself.
    done: mailed ? SENT : undefined,
    failed: mailed ? "Failed to send the invitation" : "Failed to make the invitation link",
  }
}

export function useSetRole() {
  const me = useUser()
  return useSave({
    ...change,
    save: async (of: { user_id: string; role: Role }) => {
      await call("set_user_role", of)
      // Whoever changed their own role has another back-office from now on.
      if (of.user_id === me.id) await admit(me.id, me.email)
    },
    done: "Role changed",
    failed: "Failed to change the role",
  })
}

export const useSetDisabled = (disabled: boolean) =>
  useSave({
    ...change,
    save: (user_id: string) => call("set_user_disabled", { user_id, disabled }),
    done: disabled ? "User disabled" : "User enabled",
    failed: disabled ? "Failed to disable the user" : "Failed to enable the user",
  })

export const useRemoveUser = () =>
  useSave({
    ...change,
    save: (user_id: string) => call("remove_user", { user_id }),
    done: "User removed",
    failed: "Failed to remove the user",
  })

export const useResetFactors = () =>
  useSave({
    ...change,
    save: (user_id: string) => call("reset_user_factors", { user_id }),
    done: "Second factor reset",
    failed: "Failed to reset the second factor",
  })
