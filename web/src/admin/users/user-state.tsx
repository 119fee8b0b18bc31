import { fullMoment } from "@/lib/format"
import { Badge } from "@/ui/badge"
import { type Account, type State, stateOf } from "./api"

const SHOWN = {
  active: { label: "Active", look: "on" },
  disabled: { label: "Disabled", look: "warn" },
  invited: { label: "Invited", look: "plain" },
  expired: { label: "Invitation expired", look: "warn" },
  unset: { label: "No password", look: "warn" },
} as const satisfies Record<State, { label: string; look: string }>

/** Where an account stands, and whether a second factor protects it. */
export function UserState({ user }: { user: Account }) {
  const { label, look } = SHOWN[stateOf(user)]
  const { invited_at, has_password, factors } = user
  return (
    <span
      className="flex flex-wrap justify-end gap-1.5 md:justify-start"
      title={!has_password && invited_at ? `Invited ${fullMoment(invited_at)}` : undefined}
    >
      <Badge look={look}>{label}</Badge>
      {factors.length > 0 && <Badge look="on">Second factor on</Badge>}
    </span>
  )
}
