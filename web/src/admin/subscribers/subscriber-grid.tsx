import { useColumns } from "../rows/use-columns"
import { VirtualList } from "../rows/virtual-list"
import { SubscriberCard } from "./subscriber-card"
import { SubscriberSkeleton } from "./subscriber-skeleton"
import type { SubscribersProps } from "./subscriber-table"

export function SubscriberGrid({ count, row, onRange, edit, onDelete }: SubscribersProps) {
  return (
    <VirtualList
      label="Subscribers"
      count={count}
      idOf={(index) => row(index)?.id}
      estimate={132}
      columns={useColumns()}
      onRange={onRange}
    >
      {(index) => {
        const subscriber = row(index)
        return subscriber ? (
          <SubscriberCard
            subscriber={subscriber}
            edit={edit}
            onDelete={() => onDelete(subscriber)}
          />
        ) : (
          <SubscriberSkeleton />
        )
      }}
    </VirtualList>
  )
}
