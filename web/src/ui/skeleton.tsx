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

type RowsProps = { label: string; rows?: number; bars: [first: string, ...rest: string[]] }

/** The rows of a list that is loading. Each bar is given by its classes. */
export function LoadingRows({ label, rows = 4, bars }: RowsProps) {
  return (
    <Loading label={label}>
      <div className="card divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={row} className="flex h-16 items-center gap-4 px-4">
            {bars.map((bar) => (
              <Bar key={bar} className={bar} />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  )
}
