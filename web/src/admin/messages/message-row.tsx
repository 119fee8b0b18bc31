import { User } from "lucide-react"
import { cn } from "@/lib/cn"
import { mailto } from "@/lib/mailto"
import { Badge } from "@/ui/badge"
import type { RowProps } from "@/ui/virtual-rows"
import { When } from "@/ui/when"
import { reasonsOf } from "../spam/reasons"
import type { Message } from "./api"
import { type Letter, summary } from "./mail"

type Props = {
  place: RowProps
  message: Message
  letters: Letter[]
  /** Who looks after it. */
  assignee?: string
  isOpen: boolean
  onOpen: () => void
  onView: () => void
}

/** A message in the list. What can be pressed is there for those who point at it, and always for a touch and a screen reader. */
export function MessageRow({ place, message, letters, assignee, isOpen, onOpen, onView }: Props) {
  const { id, name, email, subject, created_at, state } = message
  const isNew = state === "new"
  return (
    <li {...place}>
      <article
        className={cn("desk-row", isNew && "desk-row-new")}
        aria-current={isOpen ? "true" : undefined}
      >
        <p className="desk-row-name">{name}</p>
        <When at={created_at} />
        <h2>
          <button
            type="button"
            data-message={id}
            // A message that is open already is opened whole by Enter.
            onClick={(event) => (isOpen && event.detail === 0 ? onView() : onOpen())}
          >
            {isNew && <span className="sr-only">New:</span>} {subject}
          </button>
        </h2>
        <p className="desk-row-text">{message.message}</p>
        <div className="desk-row-do">
          <button
            type="button"
            className="text-link"
            aria-label={`View full message: ${subject}`}
            onClick={onView}
          >
            View full message
          </button>
          <a href={mailto(email)} className="text-link truncate">
            {email}
          </a>
        </div>
        <Tags message={message} letters={letters} assignee={assignee} />
      </article>
    </li>
  )
}

function Tags({ message, letters, assignee }: Pick<Props, "message" | "letters" | "assignee">) {
  const mail = summary(letters)
  const isHeld = message.state === "spam"
  const [reason = "Marked as spam", ...others] = reasonsOf(message)
  const isLate = mail && !mail.isGood && mail.text !== "Not mailed"
  if (!isHeld && !assignee && !isLate) return null
  return (
    <div className="desk-row-tags">
      {isHeld && (
        <>
          <Badge look="warn" className="min-w-0">
            <span className="truncate">{reason}</span>
          </Badge>
          {others.length > 0 && (
            <span className="text-micro whitespace-nowrap text-ink-3">
              and {others.length} more
            </span>
          )}
        </>
      )}
      {assignee && (
        <Badge className="min-w-0">
          <User className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="sr-only">With </span>
          <span className="truncate">{assignee}</span>
        </Badge>
      )}
      {isLate && <Badge look="warn">{mail.text}</Badge>}
    </div>
  )
}
