import type { ComponentProps } from "react"
import { cn } from "@/lib/cn"

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input {...props} className={cn("control h-10 px-3", className)} />
}

/** As tall as its text, and at least as many rows. Where the browser cannot do that, it scrolls. */
export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...props}
      rows={rows}
      style={{ minHeight: `calc(${rows}lh + 22px)` }}
      className={cn(
        "control field-sizing-content max-h-[60dvh] max-w-full min-w-0 resize-y wrap-anywhere px-3 py-2.5 leading-normal",
        className,
      )}
    />
  )
}

type LineProps = Omit<ComponentProps<"textarea">, "value" | "onChange" | "onKeyDown"> & {
  value: string
  onChange: (value: string) => void
  onEnter: () => void
}

/** One line of text that wraps where it does not fit; no line break gets into it. */
export function LineInput({ className, onChange, onEnter, ...props }: LineProps) {
  return (
    <textarea
      {...props}
      rows={1}
      className={cn(
        "control field-sizing-content min-h-10 max-h-[60dvh] max-w-full min-w-0 resize-none wrap-anywhere px-3 py-[8.5px] leading-normal",
        className,
      )}
      onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, " "))}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
