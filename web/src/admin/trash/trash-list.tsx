import { useEffect, useEffectEvent } from "react"
import { waits } from "@/lib/trash-time"
import { EmptyState } from "@/ui/empty-state"
import { NotLoaded } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { LoadingRows } from "@/ui/skeleton"
import { ShowMore } from "../rows/show-more"
import { VirtualCard } from "../rows/virtual-card"
import { useNames } from "../session/staff"
import type { Trashed } from "./api"
import { TrashRow } from "./trash-row"
import type { useTrash } from "./use-trash"

type Props = {
  list: ReturnType<typeof useTrash>
  isFiltered: boolean
  chosen: ReadonlySet<number>
  /** Those that are being put back. */
  pending: ReadonlySet<number>
  onClear: () => void
  onChoose: (row: Trashed, isChosen: boolean) => void
  onPutBack: (row: Trashed) => void
  onPurge: (row: Trashed) => void
}

export function TrashList({ list, isFiltered, chosen, pending, ...on }: Props) {
  const name = useNames()
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const more = useEffectEvent(() => void fetchNextPage())
  // A page of which all was put back meanwhile is no end.
  const isBare = rows?.length === 0 && hasNextPage && !isFetchingNextPage
  useEffect(() => {
    if (isBare) more()
  }, [isBare])
  if (list.isPending)
    return <LoadingRows label="Loading Trash" bars={["size-10", "h-4 flex-1", "h-8 w-24"]} />
  if (!rows) return <NotLoaded query={list} text="Trash could not be loaded." />
  if (rows.length === 0 && hasNextPage)
    return <LoadingRows label="Loading Trash" bars={["size-10", "h-4 flex-1", "h-8 w-24"]} />
  if (rows.length === 0)
    return isFiltered ? (
      <NoMatch
        title="Nothing found"
        text="Nothing in Trash matches."
        action="Clear filters"
        onClear={on.onClear}
      />
    ) : (
      <EmptyState title="Trash is empty." text={`Deleted things wait here ${waits()}.`} />
    )
  return (
    <>
      <VirtualCard label="In Trash" items={rows} estimate={66}>
        {(row, place) => (
          <TrashRow
            key={row.id}
            place={place}
            row={row}
            by={name(row)}
            isChosen={chosen.has(row.id)}
            isPending={pending.has(row.id)}
            onChoose={(isChosen) => on.onChoose(row, isChosen)}
            onPutBack={() => on.onPutBack(row)}
            onPurge={() => on.onPurge(row)}
          />
        )}
      </VirtualCard>
      <ShowMore list={list} />
    </>
  )
}
