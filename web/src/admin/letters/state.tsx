import { Clock, Pause } from "lucide-react"
import type { Letter } from "@/lib/documents.gen"
import { number } from "@/lib/format"
import { Badge } from "@/ui/badge"

export const STATES = {
  draft: { label: "Draft", look: "plain" },
  scheduled: { label: "Scheduled", look: "line" },
  sending: { label: "Sending", look: "on" },
  paused: { label: "Paused", look: "warn" },
  sent: { label: "Sent", look: "plain" },
  cancelled: { label: "Stopped", look: "plain" },
} as const

export function LetterState({ status }: Pick<Letter, "status">) {
  const { label, look } = STATES[status]
  return (
    <Badge look={look}>
      {status === "sending" && <span className="sending" aria-hidden="true" />}
      {status === "paused" && <Pause className="size-3.5" aria-hidden="true" />}
      {status === "scheduled" && <Clock className="size-3.5" aria-hidden="true" />}
      {label}
    </Badge>
  )
}

type Part = { label: string; count: number; tone: "ok" | "warn" | "bad" | "rest" }

/** How a number is made up, as a bar and in figures. */
export function Shares({ label, parts }: { label: string; parts: Part[] }) {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="min-w-0 flex-1">
      <div className="shares" aria-hidden="true">
        {parts.map(
          ({ label, count, tone }) =>
            count > 0 && <i key={label} data-tone={tone} style={{ flexGrow: count / total }} />,
        )}
      </div>
      <ul className="shares-key" aria-label={label}>
        {parts.map(({ label, count, tone }) => (
          <li key={label}>
            <i data-tone={tone} aria-hidden="true" />
            {label} <span className="tabular-nums">{number(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
