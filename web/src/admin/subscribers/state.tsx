import { useQuery } from "@tanstack/react-query"
import { feedMoment, number, shortDate } from "@/lib/format"
import { Badge } from "@/ui/badge"
import { ALL_STATES, isState, STATES, type State, type Subscriber, standing } from "./api"

const LOOKS = { confirmed: "on", pending: "warn", unsubscribed: "plain", bounced: "bad" } as const

export function StateBadge({ subscriber: { status } }: { subscriber: Subscriber }) {
  const state = isState(status) ? status : "confirmed"
  return <Badge look={LOOKS[state]}>{STATES[state]}</Badge>
}

/** Since when, and why. Who is confirmed needs no words. */
export function StateNote({ subscriber }: { subscriber: Subscriber }) {
  const note = noteOf(subscriber)
  return note && <span className="block truncate text-label text-ink-3">{note}</span>
}

function noteOf({ status, reminded_at, unsubscribed_at }: Subscriber): string | null {
  if (status === "pending")
    return reminded_at ? `Reminded ${feedMoment(reminded_at)}` : "Has not answered yet"
  if (status === "bounced") return "Mail to this address comes back"
  if (status === "unsubscribed" && unsubscribed_at) return `Left on ${shortDate(unsubscribed_at)}`
  return null
}

type PillsProps = { state?: State; onChange: (state: string) => void; total: number }

/** Chooses a state to look at; each says how many there are. */
export function StatePills({ state, onChange, total }: PillsProps) {
  const { data } = useQuery(standing)
  const pill = (value: State | undefined, label: string, count: number | undefined) => (
    <button
      key={label}
      type="button"
      className="pill"
      aria-pressed={state === value}
      onClick={() => onChange(value ?? "")}
    >
      {label} {count !== undefined && <span className="tabular-nums">{number(count)}</span>}
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls
    <div role="group" aria-label="State" className="pills mb-4">
      {pill(undefined, "All", total)}
      {ALL_STATES.map((one) => pill(one, STATES[one], data?.states[one]))}
    </div>
  )
}
