import type { ReactNode } from "react"

export type Choice<Value extends string> = { value: Value; label: string; icon?: ReactNode }

type Props<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: Choice<Value>[]
  /** Icons alone, where there is no room for words. */
  compact?: boolean
}

/** Two or three views of one thing, one of them pressed. */
export function Segment<Value extends string>(props: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls
    <div
      role="group"
      aria-label={props.label}
      className={props.compact ? "segment segment-sm" : "segment"}
    >
      {props.choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === props.value}
          aria-label={props.compact ? choice.label : undefined}
          title={props.compact ? choice.label : undefined}
          onClick={() => props.onChange(choice.value)}
        >
          {choice.icon}
          {!props.compact && choice.label}
        </button>
      ))}
    </div>
  )
}
