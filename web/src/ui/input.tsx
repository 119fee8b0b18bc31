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
        "control field-sizing-content max-h-[60dvh] resize-y px-3 py-2.5 leading-normal",
        className,
      )}
    />
  )
}
