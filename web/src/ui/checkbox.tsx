import { Check } from "lucide-react"
import { Checkbox as Radix } from "radix-ui"
import { type ReactNode, useId } from "react"

type Props = {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function Checkbox({ label, checked, onChange, disabled }: Props) {
  const id = useId()
  return (
    <span className="inline-flex items-center gap-2">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(state) => onChange(state === true)}
        className="tick data-[state=checked]:border-edge data-[state=checked]:bg-edge"
      >
        <Radix.Indicator>
          <Check className="size-3 text-on-edge" strokeWidth={3} />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className="cursor-pointer">
        {label}
      </label>
    </span>
  )
}

/** A fact that looks like the checkbox it comes from, and cannot be changed here. */
export function ReadOnlyCheck({ label, checked }: { label: string; checked: boolean }) {
  const id = useId()
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="relative inline-grid size-4 place-items-center">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled
          readOnly
          className="tick col-start-1 row-start-1 appearance-none checked:border-ink-3 checked:bg-ink-3"
        />
        {checked && (
          <Check
            className="pointer-events-none col-start-1 row-start-1 size-3 text-surface"
            strokeWidth={3}
            aria-hidden="true"
          />
        )}
      </span>
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
