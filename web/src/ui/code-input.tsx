import type { Control } from "./field"
import { Input } from "./input"

type Props = Partial<Control> & {
  value: string
  onChange: (code: string) => void
  autoFocus?: boolean
}

/** Six digits from an authenticator app; one pasted in two groups is taken too. */
export function CodeInput({ value, onChange, ...control }: Props) {
  return (
    <Input
      {...control}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, 6))}
      className="h-11.5 max-w-45 text-[20px] tracking-[0.22em] tabular-nums"
    />
  )
}
