import type { ReactNode } from "react"
import { cn } from "@/lib/cn"
import { number } from "@/lib/format"

type Props<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: { value: Value; label: string; count?: number }[]
  className?: string
  /** What else stands in the row. */
  children?: ReactNode
}

/** Which of a list are shown: pills, one of them pressed. */
export function Pills<Value extends string>(props: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls
    <div role="group" aria-label={props.label} className={cn("pills", props.className)}>
      {props.choices.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          className="pill"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {label} {count !== undefined && <span className="tabular-nums">{number(count)}</span>}
        </button>
      ))}
      {props.children}
    </div>
  )
}
