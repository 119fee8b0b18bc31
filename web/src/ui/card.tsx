import type { ComponentProps } from "react"
import { cn } from "@/lib/cn"

export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section {...props} className={cn("card", className)} />
}

/** The titled top of a card. */
export function CardHead({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <header className="flex min-h-14.5 flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line px-5 py-2">
      <h2 className="display text-[18px]">{title}</h2>
      {children}
    </header>
  )
}
