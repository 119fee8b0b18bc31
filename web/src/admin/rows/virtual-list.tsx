import type { ReactNode } from "react"
import { Room, useVirtualRows } from "@/ui/virtual-rows"

type Props = {
  count: number
  /** What a row is known by; rows that are not read yet have nothing but their place. */
  idOf: (index: number) => number | undefined
  /** Height of a row before it is measured. */
  estimate: number
  /** Told which rows are on the screen. */
  onRange: (from: number, to: number) => void
  columns?: number
  children: (index: number) => ReactNode
  label: string
}

const GAP = 12

/** Only the rows near the screen exist; the page is as long as if all did. */
export function VirtualList({ count, idOf, estimate, onRange, columns, children, label }: Props) {
  const { list, slots } = useVirtualRows<HTMLUListElement>({
    count,
    keyOf: (index) => idOf(index) ?? `at ${index}`,
    estimate,
    gap: GAP,
    columns,
    onRange,
  })
  return (
    <ul
      ref={list}
      aria-label={label}
      data-rows
      className="grid"
      style={{ gap: GAP, gridTemplateColumns: `repeat(${columns ?? 1}, minmax(0, 1fr))` }}
    >
      {slots.map((slot) =>
        slot.index === undefined ? (
          <Room key={slot.key} height={slot.height} />
        ) : (
          <li key={slot.key} {...slot.props} className="min-w-0">
            {children(slot.index)}
          </li>
        ),
      )}
    </ul>
  )
}
