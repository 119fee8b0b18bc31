import { Check, ChevronDown } from "lucide-react"
import { Select as Radix } from "radix-ui"
import type { ReactNode } from "react"
import { cn } from "@/lib/cn"
import { nonce } from "@/lib/shell"
import type { Control } from "./field"

export type Option = { value: string; label: string; icon?: ReactNode }

type Props = Partial<Control> & {
  value: string
  onChange: (value: string) => void
  options: Option[]
  disabled?: boolean
  className?: string
  "aria-label"?: string
}

export function Select({ value, onChange, options, disabled, className, ...control }: Props) {
  return (
    <Radix.Root value={value} onValueChange={onChange} disabled={disabled}>
      <Radix.Trigger
        {...control}
        className={cn(
          "control flex h-10 cursor-pointer items-center justify-between gap-2 px-3 text-left",
          className,
        )}
      >
        <Radix.Value />
        <Radix.Icon>
          <ChevronDown className="size-4 text-ink-3" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="floating z-80 max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden"
        >
          <Radix.Viewport nonce={nonce} className="p-1">
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} className="menu-item pr-8">
                {option.icon}
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="absolute right-2.5">
                  <Check className="size-4 text-edge" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
