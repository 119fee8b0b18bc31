import type { UseQueryResult } from "@tanstack/react-query"
import { type LucideIcon, RotateCw } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { cn } from "@/lib/cn"
import { Button } from "@/ui/button"
import { Bar } from "@/ui/skeleton"

type Props<Data> = {
  title: string
  path: string
  icon: LucideIcon
  wide?: boolean
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** One figure of the dashboard. It loads and fails on its own, and the whole of it is one link. */
export function Tile<Data>({ title, path, icon: Icon, wide, query, children }: Props<Data>) {
  return (
    <section className={cn("card tile", wide ? "span-6" : "span-4")}>
      <div className="flex items-center justify-between font-medium">
        <h2>
          <Link href={path} className="tile-link">
            {title}
          </Link>
        </h2>
        <Icon className="size-4 text-ink-3" aria-hidden="true" />
      </div>
      {query.data !== undefined ? children(query.data) : <Waiting query={query} />}
    </section>
  )
}

/** A tile's place before its value is there. */
export function Waiting({ query }: { query: UseQueryResult<unknown> }) {
  if (query.isPending)
    return (
      <div role="status" className="mt-3.5 grid gap-5">
        <span className="sr-only">Loading</span>
        <Bar className="h-11 w-24" />
        <Bar className="h-16" />
      </div>
    )
  return (
    <div role="alert" className="relative z-1 m-auto grid justify-items-center gap-2.5 py-4">
      <p className="text-ink-2">Could not load</p>
      <Button size="sm" pending={query.isFetching} onClick={() => void query.refetch()}>
        <RotateCw aria-hidden="true" /> Retry
      </Button>
    </div>
  )
}

/** The big number and what it counts. */
export function Figure({ value, children }: { value: string; children: ReactNode }) {
  return (
    <p className="mt-3.5 flex items-baseline gap-2.5">
      <span className="figure">{value}</span>
      <span className="text-ink-2">{children}</span>
    </p>
  )
}
