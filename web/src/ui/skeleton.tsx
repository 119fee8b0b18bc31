import { cn } from "@/lib/cn"

/** A grey bar where text will be. */
export function Bar({ className }: { className?: string }) {
  return <span className={cn("skeleton block rounded-[4px]", className)} />
}

/** Boxes of the size of what is loading, announced once. */
export function Loading({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}
