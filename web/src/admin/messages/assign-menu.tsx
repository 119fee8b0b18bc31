import { UserPlus } from "lucide-react"
import { Button } from "@/ui/button"
import { IconButton } from "@/ui/icon-button"
import { StaffMenu } from "../session/staff-menu"
import { useAssign } from "./act"
import type { Message } from "./api"

type Props = {
  message: Message
  /** Who looks after it now. */
  assignee?: string
  isCompact: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Gives a message to somebody of the team. */
export function AssignMenu({ message, assignee, isCompact, isOpen, onOpenChange }: Props) {
  const assign = useAssign()
  const label = assignee ? `Assigned to ${assignee}` : "Assign"
  return (
    <StaffMenu
      assignedTo={message.assigned_to}
      onGive={(to) => assign.mutate({ id: message.id, to })}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {isCompact ? (
        <IconButton label={label} className="size-11!">
          <UserPlus />
        </IconButton>
      ) : (
        <Button
          look="ghost"
          size="sm"
          aria-keyshortcuts="A"
          aria-label={label}
          title={label}
          className="min-w-0 shrink"
        >
          <UserPlus aria-hidden="true" />
          <span className="truncate">{assignee ?? "Assign"}</span>
        </Button>
      )}
    </StaffMenu>
  )
}
