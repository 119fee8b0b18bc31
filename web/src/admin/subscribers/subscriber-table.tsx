import { Bar } from "@/ui/skeleton"
import { TableRoom, useVirtualRows } from "@/ui/virtual-rows"
import type { Subscriber } from "./api"
import { SubscriberRow } from "./subscriber-row"
import type { Edit } from "./use-edit"

export type SubscribersProps = {
  count: number
  row: (index: number) => Subscriber | undefined
  onRange: (from: number, to: number) => void
  edit: Edit
  onDelete: (subscriber: Subscriber) => void
}

export function SubscriberTable({ count, row, onRange, edit, onDelete }: SubscribersProps) {
  const { list, slots } = useVirtualRows<HTMLTableSectionElement>({
    count,
    keyOf: (index) => row(index)?.id ?? `at ${index}`,
    estimate: window.innerWidth < 768 ? 196 : 64,
    isTable: true,
    onRange,
  })
  return (
    <div className="card overflow-hidden">
      <table className="data-table table-fixed" aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th>Email</th>
            <th className="w-37.5">State</th>
            <th className="w-45">Subscribed On</th>
            <th className="w-53 text-right!">Actions</th>
          </tr>
        </thead>
        <tbody ref={list} data-rows>
          {slots.map((slot) => {
            if (slot.index === undefined)
              return <TableRoom key={slot.key} height={slot.height} columns={4} />
            const subscriber = row(slot.index)
            return subscriber ? (
              <SubscriberRow
                key={slot.key}
                place={slot.props}
                subscriber={subscriber}
                edit={edit}
                onDelete={() => onDelete(subscriber)}
              />
            ) : (
              <tr key={slot.key} {...slot.props}>
                <td colSpan={4}>
                  <Bar className="h-4 w-64 max-w-full" />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
