import { keepPreviousData, useInfiniteQuery, useQueries } from "@tanstack/react-query"
import { feedDay } from "@/lib/format"
import { EmptyState } from "@/ui/empty-state"
import { NotLoaded } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { LoadingRows } from "@/ui/skeleton"
import { FEW, useVirtualRows } from "@/ui/virtual-rows"
import { ShowMore } from "../rows/show-more"
import { VirtualCard } from "../rows/virtual-card"
import { useNames } from "../session/staff"
import { activity, type Entry, type Filter, type Version, versions } from "./api"
import { EntryRow } from "./entry-row"

type Props = {
  filter: Filter
  /** Takes a filter away that leaves nothing. */
  onClear?: () => void
  /** Called when somebody follows a link. */
  onGo?: () => void
}

export function EntryList({ filter, onClear, onGo }: Props) {
  const list = useInfiniteQuery({ ...activity(filter), placeholderData: keepPreviousData })
  const known = useVersions(list.data?.pages ?? [])
  if (list.isPending)
    return (
      <LoadingRows
        label="Loading the activity"
        bars={["size-8 rounded-full", "h-4 flex-1", "h-4 w-10"]}
      />
    )
  if (!list.data) return <NotLoaded query={list} text="The activity could not be loaded." />
  const { pages } = list.data
  if (pages[0]?.length === 0)
    return onClear ? (
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
      <Days entries={pages.flat()} known={known} onGo={onGo} />
      <ShowMore list={list} />
    </>
  )
}

function byDay(entries: Entry[]): [string, Entry[]][] {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = feedDay(entry.created_at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}

// By pages, which have a few ids each.
function useVersions(pages: Entry[][]): Map<number, Version> {
  const found = useQueries({ queries: pages.map(versions) })
  return new Map(found.flatMap(({ data }) => (data ? [...data] : [])))
}

type DaysProps = { entries: Entry[]; known: Map<number, Version>; onGo?: () => void }

/** By days, of which those near the screen exist, and of these the rows near it. */
function Days({ entries, known, onGo }: DaysProps) {
  const name = useNames()
  const days = byDay(entries)
  const isMany = entries.length > FEW
  const { list, slots } = useVirtualRows<HTMLDivElement>({
    count: days.length,
    keyOf: (index) => days[index]?.[0] ?? index,
    estimate: 300,
    overscan: 1,
    isMany,
  })
  return (
    <div ref={list}>
      {slots.map((slot) => {
        if (slot.index === undefined)
          return <div key={slot.key} className="room" style={{ height: slot.height }} />
        const [day, some] = days[slot.index] as [string, Entry[]]
        const { ref, "data-index": index, "data-at": at } = slot.props
        return (
          <section key={day} aria-label={day} ref={ref} data-index={index} data-at={at}>
            <h2 className="day-head">{day}</h2>
            <VirtualCard items={some} estimate={64} isMany={isMany}>
              {(entry, place) => (
                <EntryRow
                  key={entry.id}
                  place={place}
                  entry={entry}
                  version={known.get(entry.revision_id)}
                  by={name(entry)}
                  onGo={onGo}
                />
              )}
            </VirtualCard>
          </section>
        )
      })}
    </div>
  )
}
