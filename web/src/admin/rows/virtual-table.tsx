import { type ReactNode, use } from "react"
import { cn } from "@/lib/cn"
import { SortingContext } from "@/ui/sortable-row"
import { type RowProps, TableRoom, useVirtualRows } from "@/ui/virtual-rows"

type Props<Item> = {
  items: Item[]
  /** Height of a row before it is measured. */
  estimate?: number
  /** Rows that stay, however far they are. */
  keep?: readonly (string | number | undefined)[]
  className?: string
  /** The cells of the head. */
  head: ReactNode[]
  /** Makes the row, keyed, given what its element takes. */
  children: (item: Item, place: RowProps, index: number) => ReactNode
}

/** A table. Of many rows, only those near the screen exist. */
export function VirtualTable<Item extends { id: string | number }>(props: Props<Item>) {
  const { items, estimate = 65, keep = [], className, head, children } = props
  const { held } = use(SortingContext)
  const { list, slots, isMany } = useVirtualRows<HTMLTableSectionElement>({
    count: items.length,
    keyOf: (index) => (items[index] as Item).id,
    estimate,
    keep: [...keep, held],
    isTable: true,
  })
  return (
    <table
      className={cn("data-table table-fixed", className)}
      aria-rowcount={isMany ? items.length + 1 : undefined}
    >
      <thead>
        <tr aria-rowindex={isMany ? 1 : undefined}>{head}</tr>
      </thead>
      <tbody ref={list} data-rows>
        {slots.map((slot) =>
          slot.index === undefined ? (
            <TableRoom key={slot.key} height={slot.height} columns={head.length} />
          ) : (
            children(items[slot.index] as Item, slot.props, slot.index)
          ),
        )}
      </tbody>
    </table>
  )
}
