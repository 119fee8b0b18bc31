import { useQuery } from "@tanstack/react-query"
import { feedMoment, shortDate } from "@/lib/format"
import { Badge } from "@/ui/badge"
import { Pills } from "@/ui/pills"
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
  return (
    <Pills
      label="State"
      className="mb-4"
      value={state ?? ""}
      onChange={onChange}
      choices={[
        { value: "", label: "All", count: total },
        ...ALL_STATES.map((value) => ({ value, label: STATES[value], count: data?.states[value] })),
      ]}
    />
  )
}
