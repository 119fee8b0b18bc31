import type { ReactNode } from "react"
import { EmptyState } from "@/ui/empty-state"
import { NotLoaded } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { Bar, Loading } from "@/ui/skeleton"
import { STAGES } from "./stages"

type Props = {
  query: { isPending: boolean; isFetching: boolean; data?: unknown; refetch: () => unknown }
  isNone: boolean
  none: ReactNode
  children: ReactNode
}

/** The board or the list, once it was read. */
export function Loaded({ query, isNone, none, children }: Props) {
  if (query.isPending)
    return (
      <Loading label="Loading applicants">
        <div className="board">
          {STAGES.map((stage) => (
            <div key={stage} className="board-column grid content-start gap-2">
              <Bar className="h-24 w-full" />
              <Bar className="h-24 w-full" />
            </div>
          ))}
        </div>
      </Loading>
    )
  if (!query.data)
    return (
      <NotLoaded
        query={query}
        title="Access Error"
        text="Unable to load applicants. Please make sure you're logged in with admin privileges."
      />
    )
  return isNone ? none : children
}

type None = { isFiltered: boolean; isHeld: boolean; onClear: () => void }

/** What is said when there is nobody. */
export function noneOf({ isFiltered, isHeld, onClear }: None): ReactNode {
  if (isFiltered)
    return (
      <NoMatch
        title="Nobody found"
        text="No applicants match. Try other words, or every job."
        action="Clear filters"
        onClear={onClear}
      />
    )
  if (isHeld)
    return (
      <EmptyState
        title="Nothing is held back"
        text="Applications that look like spam wait here until you look at them."
      />
    )
  return (
    <EmptyState
      title="No applicants yet"
      text="When visitors apply for a job with the form on its page, they appear here."
    />
  )
}
