import { shortDate } from "@/lib/format"
import { mailto } from "@/lib/mailto"
import { Button } from "@/ui/button"
import type { Message } from "./api"

export function MessageCard({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { subject, name, email, created_at } = message
  return (
    <article className="card p-4.5">
      <div className="flex justify-between gap-3">
        <h2 className="min-w-0 truncate text-[15px] font-medium" title={subject}>
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
      <Button
        size="sm"
        className="mt-3.5"
        onClick={onOpen}
        aria-label={`View full message: ${subject}`}
      >
        View full message
      </Button>
    </article>
  )
}
