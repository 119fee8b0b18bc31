import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { type ReactNode, useLayoutEffect, useRef, useState } from "react"

type Props = {
  count: number
  /** Height of a row before it is measured. */
  estimate: number
  gap?: number
  /** Told which rows are on the screen. */
  onRange: (from: number, to: number) => void
  children: (index: number) => ReactNode
  label: string
}

/** Only the rows near the screen exist; the page is as long as if all did. */
export function VirtualList({ count, estimate, gap = 12, onRange, children, label }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    gap,
    overscan: 6,
    scrollMargin: top,
    onChange: ({ range }) => range && onRange(range.startIndex, range.endIndex),
  })
  return (
    <ul
      ref={list}
      aria-label={label}
      data-rows
      className="relative"
      style={{ height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map((item) => (
        <li
          key={item.key}
          ref={rows.measureElement}
          data-index={item.index}
          aria-posinset={item.index + 1}
          aria-setsize={count}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${item.start - top}px)` }}
        >
          {children(item.index)}
        </li>
      ))}
    </ul>
  )
}
