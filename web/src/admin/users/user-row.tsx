import { Ban, CircleCheck, Send, ShieldOff } from "lucide-react"
import { feedMoment } from "@/lib/format"
import { useSave } from "@/lib/query"
import { Badge } from "@/ui/badge"
import { IconButton } from "@/ui/icon-button"
import { RemoveButton } from "@/ui/remove-button"
import type { RowProps } from "@/ui/virtual-rows"
import { When } from "@/ui/when"
import { useUser } from "../session/session"
import { type Account, type Handover, useInvitation, useSetDisabled } from "./api"
import { RoleSelect } from "./role-select"
import type { Ask } from "./user-question"
import { UserState } from "./user-state"

type Props = { user: Account; ask: Ask; onHandover: (handover: Handover) => void }

export function UserRow({ place, user, ask, onHandover }: Props & { place: RowProps }) {
  const { email, last_sign_in_at } = user
  const isMe = useUser().id === user.id
  return (
    <tr {...place}>
      <td>
        <span className="flex items-center gap-2.5">
          <span className="truncate font-medium" title={email}>
            {email}
          </span>
          {isMe && <Badge>You</Badge>}
        </span>
      </td>
      <td data-label="Role">
        <RoleSelect user={user} ask={ask} />
      </td>
      <td data-label="State">
        <UserState user={user} />
      </td>
      <td data-label="Last sign-in" className="text-ink-2 tabular-nums">
        {last_sign_in_at ? <When at={last_sign_in_at} as={feedMoment} /> : "Never"}
      </td>
      <td>
        <Actions user={user} ask={ask} onHandover={onHandover} />
      </td>
    </tr>
  )
}

function Actions({ user, ask, onHandover }: Props) {
  const { id, email, role, has_password, disabled_at, factors } = user
  const invitation = useInvitation(onHandover)
  const invite = useSave(invitation)
  const enable = useSetDisabled(false)
  return (
    <div className="-mr-1.5 flex justify-end gap-0.5">
      {!has_password && !disabled_at && role && (
        <IconButton
          label={
            invitation.mailed
              ? `Send ${email} a new invitation`
              : `Make a new invitation link for ${email}`
          }
          aria-disabled={invite.isPending || undefined}
          onClick={() => !invite.isPending && invite.mutate({ email, role })}
        >
          <Send />
        </IconButton>
      )}
      {factors.length > 0 && (
        <IconButton
          label={`Reset the second factor of ${email}`}
          onClick={() => ask({ kind: "reset", user })}
        >
          <ShieldOff />
        </IconButton>
      )}
      {disabled_at ? (
        <IconButton
          label={`Enable ${email}`}
          aria-disabled={enable.isPending || undefined}
          onClick={() => !enable.isPending && enable.mutate(id)}
        >
          <CircleCheck />
        </IconButton>
      ) : (
        <IconButton label={`Disable ${email}`} onClick={() => ask({ kind: "disable", user })}>
          <Ban />
        </IconButton>
      )}
      <RemoveButton label={`Remove ${email}`} onClick={() => ask({ kind: "remove", user })} />
    </div>
  )
}
