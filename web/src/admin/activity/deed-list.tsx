import { keepPreviousData, useInfiniteQuery, useQueries } from "@tanstack/react-query"
import { feedDay } from "@/lib/format"
import { Button } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { ErrorState } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { Bar, Loading } from "@/ui/skeleton"
import { useNames } from "../session/staff"
import { activity, type Deed, type Filter, type Version, versions } from "./api"
import { DeedRow } from "./deed-row"

type Props = { filter: Filter; isFiltered: boolean; onClear: () => void }

export function DeedList({ filter, isFiltered, onClear }: Props) {
  const list = useInfiniteQuery({ ...activity(filter), placeholderData: keepPreviousData })
  const known = useVersions(list.data?.pages ?? [])
  if (list.isPending) return <Skeleton />
  if (!list.data)
    return (
      <ErrorState
        title="Error"
        text="The activity could not be loaded."
        pending={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  const { pages } = list.data
  if (pages[0]?.length === 0)
    return isFiltered ? (
      <NoMatch
        title="Nothing found"
        text="Nobody did anything that matches."
        action="Clear filters"
        onClear={onClear}
      />
    ) : (
      <EmptyState title="Nothing yet" text="What you and your colleagues do appears here." />
    )
  return (
    <>
      {byDay(pages.flat()).map(([day, deeds]) => (
        <Day key={day} day={day} deeds={deeds} known={known} />
      ))}
      {list.hasNextPage && (
        <Button
          className="mt-4 max-md:w-full"
          pending={list.isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function byDay(deeds: Deed[]): [string, Deed[]][] {
  const days = new Map<string, Deed[]>()
  for (const deed of deeds) {
    const day = feedDay(deed.created_at)
    days.set(day, [...(days.get(day) ?? []), deed])
  }
  return [...days]
}

// By pages, which have a few ids each.
function useVersions(pages: Deed[][]): Map<number, Version> {
  const found = useQueries({ queries: pages.map(versions) })
  return new Map(found.flatMap(({ data }) => (data ? [...data] : [])))
}

type DayProps = { day: string; deeds: Deed[]; known: Map<number, Version> }

function Day({ day, deeds, known }: DayProps) {
  const name = useNames()
  return (
    <section aria-label={day}>
      <h2 className="day-head">{day}</h2>
      <ul className="card">
        {deeds.map((deed) => (
          <DeedRow
            key={deed.id}
            deed={deed}
            version={known.get(deed.revision_id)}
            by={name(deed)}
          />
        ))}
      </ul>
    </section>
  )
}

function Skeleton() {
  return (
    <Loading label="Loading the activity">
      <div className="card divide-y divide-line">
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="flex h-16 items-center gap-4 px-4">
            <Bar className="size-8 rounded-full" />
            <Bar className="h-4 flex-1" />
            <Bar className="h-4 w-10" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
