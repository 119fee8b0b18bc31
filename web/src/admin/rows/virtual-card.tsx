import type { ReactNode } from "react"
import { Room, type RowProps, useVirtualRows } from "@/ui/virtual-rows"

type Props<Item> = {
  items: Item[]
  /** Height of a row before it is measured. */
  estimate: number
  /** The list is one of several that are many together. */
  isMany?: boolean
  /** Rows that stay, however far they are. */
  keep?: readonly (number | undefined)[]
  label?: string
  className?: string
  /** Makes the row, keyed, given what its element takes. */
  children: (item: Item, place: RowProps, index: number) => ReactNode
}

/** Rows below each other on one card. Of many, only those near the screen exist. */
export function VirtualCard<Item extends { id: number | string }>(props: Props<Item>) {
  const { items, estimate, isMany, keep, label, className = "card", children } = props
  const { list, slots } = useVirtualRows<HTMLUListElement>({
    count: items.length,
    keyOf: (index) => (items[index] as Item).id,
    estimate,
    isMany,
    keep,
  })
  return (
    <ul ref={list} className={className} aria-label={label} data-rows>
      {slots.map((slot) =>
        slot.index === undefined ? (
          <Room key={slot.key} height={slot.height} />
        ) : (
          children(items[slot.index] as Item, slot.props, slot.index)
        ),
      )}
    </ul>
  )
}
