import { Calendar } from "lucide-react"

type Props = { label: string; value: string; none: string; onChange: (day: string) => void }

/** A filter by day: the browser's own field, which says in words that none is chosen. */
export function PillDay({ label, value, none, onChange }: Props) {
  return (
    <span className="pill-day" data-empty={value === "" || undefined}>
      <input
        type="date"
        aria-label={label}
        title={none}
        className="pill"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span aria-hidden="true">
        <Calendar /> {none}
      </span>
    </span>
  )
}
