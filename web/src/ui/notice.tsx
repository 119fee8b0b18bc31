import { Info, type LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { cn } from "@/lib/cn"

type Props = {
  text: ReactNode
  /** Nothing has to be done about it. */
  calm?: boolean
  icon?: LucideIcon
  children?: ReactNode
}

/** A line above a form that the person should know, with what they can do about it. */
export function Notice({ text, calm, icon: Icon = Info, children }: Props) {
  return (
    <div
      role="status"
      className={cn(
        "mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card px-4 py-2.5",
        calm ? "bg-edge-soft text-ink [&>svg]:text-edge" : "bg-warn-soft text-warn",
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-64">{text}</p>
      {children && <div className="flex gap-2">{children}</div>}
    </div>
  )
}
