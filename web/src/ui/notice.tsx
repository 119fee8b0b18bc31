import { Info } from "lucide-react"
import type { ReactNode } from "react"

/** A line above a form that the person should know, with what they can do about it. */
export function Notice({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-warn-soft px-4 py-2.5 text-warn"
    >
      <Info className="size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-64">{text}</p>
      {children && <div className="flex gap-2">{children}</div>}
    </div>
  )
}
