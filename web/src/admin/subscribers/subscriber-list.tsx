import { useState } from "react"
import { mindChange } from "@/lib/trash-time"
import { Confirm } from "@/ui/confirm"
import { EmptyState } from "@/ui/empty-state"
import { NotLoaded } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { Loading } from "@/ui/skeleton"
import { BrokenRows } from "../rows/broken-rows"
import type { useRows } from "../rows/use-rows"
import { type Subscriber, useDeleteSubscriber } from "./api"
import { SubscriberGrid } from "./subscriber-grid"
import { SubscriberSkeleton } from "./subscriber-skeleton"
import { SubscriberTable } from "./subscriber-table"
import type { Edit } from "./use-edit"
import type { View } from "./use-view"

type Props = {
  rows: ReturnType<typeof useRows<Subscriber>>
  view: View
  edit: Edit
  /** What is said when none is found; nothing where all are shown. */
  none?: string
  onClear: () => void
  onRange: (from: number, to: number) => void
}

export function SubscriberList({ rows, view, edit, none, onClear, onRange }: Props) {
  const [doomed, setDoomed] = useState<Subscriber>()
  const remove = useDeleteSubscriber()
  if (rows.isPending)
    return (
      <Loading label="Loading subscribers">
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {[1, 2, 3, 4, 5, 6].map((card) => (
            <SubscriberSkeleton key={card} />
          ))}
        </div>
      </Loading>
    )
  if (!rows.data)
    return (
      <NotLoaded
        query={rows}
        title="Access Error"
        text="Unable to load newsletter subscribers. Please make sure you're logged in with admin privileges."
      />
    )
  if (rows.total === 0)
    return none ? (
      <NoMatch text={none} onClear={onClear} />
    ) : (
      <EmptyState title="No subscribers yet" text="Visitors subscribe in the footer of the site." />
    )
  const List = view === "grid" ? SubscriberGrid : SubscriberTable
  return (
    <>
      <List {...{ count: rows.total, row: rows.row, onRange, edit }} onDelete={setDoomed} />
      <BrokenRows broken={rows.broken} text="Unable to load newsletter subscribers." />
      {doomed && (
        <Confirm
          title="Delete this subscriber?"
          text={
            <>
              This permanently removes <strong className="wrap-anywhere">{doomed.email}</strong>{" "}
              from the newsletter.
            </>
          }
          note={mindChange()}
          action="Delete"
          pendingAction="Deleting..."
          danger
          pending={remove.isPending}
          onCancel={() => setDoomed(undefined)}
          onConfirm={() => remove.mutate(doomed.id, { onSettled: () => setDoomed(undefined) })}
        />
      )}
    </>
  )
}
