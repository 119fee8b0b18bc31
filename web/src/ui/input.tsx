import type { ComponentProps } from "react"
import { cn } from "@/lib/cn"

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input {...props} className={cn("control h-10 px-3", className)} />
}

export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...props}
      rows={rows}
      className={cn("control resize-y px-3 py-2.5 leading-normal", className)}
    />
  )
}
