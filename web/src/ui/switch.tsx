import { Switch as Radix } from "radix-ui"
import type { ComponentProps } from "react"

type Props = Pick<
  ComponentProps<typeof Radix.Root>,
  "id" | "checked" | "onCheckedChange" | "disabled" | "aria-label" | "aria-labelledby"
>

export function Switch(props: Props) {
  return (
    <Radix.Root {...props} className="switch">
      <Radix.Thumb className="switch-knob" />
    </Radix.Root>
  )
}
