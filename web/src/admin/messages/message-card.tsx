import { shortDate } from "@/lib/format"
import { mailto } from "@/lib/mailto"
import { Badge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { RemoveButton } from "@/ui/remove-button"
import type { Message } from "./api"
import { type Letter, summary } from "./mail"

type Props = {
  message: Message
  /** The letters about it, as far as they are known. */
  letters: Letter[]
  onOpen: () => void
  onDelete: () => void
}

export function MessageCard({ message, letters, onOpen, onDelete }: Props) {
  const { subject, name, email, created_at } = message
  const mail = summary(letters)
  return (
    <article className="card p-4.5">
      <div className="flex justify-between gap-3">
        <h2 className="line-clamp-2 min-w-0 text-[15px] font-medium wrap-anywhere" title={subject}>
          {subject}
        </h2>
        <time dateTime={created_at} className="whitespace-nowrap text-ink-3 tabular-nums">
          {shortDate(created_at)}
        </time>
      </div>
      <p className="mt-0.5 truncate text-ink-2">
        {name},{" "}
        <a href={mailto(email)} className="text-link">
          {email}
        </a>
      </p>
      <div className="mt-3.5 flex items-center gap-3">
        <Button
          size="sm"
          onClick={onOpen}
          aria-label={`View full message: ${subject}`}
          // A message can be deleted in the dialog that this opens.
          data-remove
        >
          View full message
        </Button>
        {mail && <Badge look={mail.isGood ? "plain" : "warn"}>{mail.text}</Badge>}
        {message.quarantined_at && (
          <p className="min-w-0 truncate text-label text-ink-3">{message.spam_reasons?.[0]}</p>
        )}
        <RemoveButton
          label={`Delete message: ${subject}`}
          className="-mr-1.5 ml-auto"
          onClick={onDelete}
        />
      </div>
    </article>
  )
}
