import { Select } from "@/ui/select"
import { useUser } from "../session/session"
import { type Account, ROLES, type Role, useSetRole } from "./api"
import type { Ask } from "./user-question"

export const ROLE_OPTIONS = Object.entries(ROLES).map(([value, { label }]) => ({ value, label }))

/** The role of a user. To give away one's own takes an answer first. */
export function RoleSelect({ user, ask }: { user: Account; ask: Ask }) {
  const isMe = useUser().id === user.id
  const change = useSetRole()
  const choose = (role: Role) => {
    if (isMe) ask({ kind: "role", user, role })
    else change.mutate({ user_id: user.id, role })
  }
  return (
    <Select
      aria-label={`Role of ${user.email}`}
      className="w-30"
      value={(change.isPending ? change.variables.role : user.role) ?? ""}
      disabled={change.isPending}
      onChange={(role) => choose(role as Role)}
      options={user.role ? ROLE_OPTIONS : [{ value: "", label: "None" }, ...ROLE_OPTIONS]}
    />
  )
}
