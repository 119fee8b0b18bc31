import { useColumns } from "../rows/use-columns"
import { VirtualList } from "../rows/virtual-list"
import type { Subscriber } from "./api"
import { SubscriberCard } from "./subscriber-card"
import { SubscriberSkeleton } from "./subscriber-skeleton"
import type { Edit } from "./use-edit"

type Props = {
  count: number
  row: (index: number) => Subscriber | undefined
  onRange: (from: number, to: number) => void
  edit: Edit
  onDelete: (subscriber: Subscriber) => void
}

export function SubscriberGrid({ count, row, onRange, edit, onDelete }: Props) {
  const columns = useColumns()
  return (
    <VirtualList
      key={columns}
      label="Subscribers"
      count={Math.ceil(count / columns)}
      estimate={124}
      onRange={(from, to) => onRange(from * columns, (to + 1) * columns - 1)}
    >
      {(line) => (
        <div
          className="grid gap-3"
          style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {Array.from({ length: Math.min(columns, count - line * columns) }, (_, at) => {
            const subscriber = row(line * columns + at)
            return subscriber ? (
              <SubscriberCard
                key={subscriber.id}
                subscriber={subscriber}
                edit={edit}
                onDelete={() => onDelete(subscriber)}
              />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: an unknown row has nothing but its place
              <SubscriberSkeleton key={`at ${at}`} />
            )
          })}
        </div>
      )}
    </VirtualList>
  )
}
