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
