import { ChevronDown } from "lucide-react"
import type { Option } from "./select"

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  options: Option[]
}

/** A filter of a list: the browser's own select, as small as a pill. */
export function PillSelect({ label, value, onChange, options }: Props) {
  return (
    <span className="pill-select">
      <select
        aria-label={label}
        className="pill"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  )
}
