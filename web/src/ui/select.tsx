import { ChevronDown } from "lucide-react"
import { useMemo } from "react"
import { cn } from "@/lib/cn"
import type { Control } from "./field"

export type Option = { value: string; label: string }

type Props = Partial<Control> & {
  value: string
  onChange: (value: string) => void
  options: Option[]
  disabled?: boolean
  className?: string
  "aria-label"?: string
}

/** The browser's own select: nothing else is as good on a phone and with a screen reader. */
export function Select({ value, onChange, options, className, ...control }: Props) {
  // There are hundreds of time zones, and forms are drawn with each key.
  const choices = useMemo(
    () =>
      options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      )),
    [options],
  )
  return (
    <span className={cn("relative block", className)}>
      <select
        {...control}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="control h-10 cursor-pointer appearance-none pr-9 pl-3"
      >
        {choices}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-3 right-3 size-4 text-ink-3"
        aria-hidden="true"
      />
    </span>
  )
}
