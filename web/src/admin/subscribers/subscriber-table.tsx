import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useLayoutEffect, useRef, useState } from "react"
import { Bar } from "@/ui/skeleton"
import type { Subscriber } from "./api"
import { SubscriberRow } from "./subscriber-row"
import type { Edit } from "./use-edit"

type Props = {
  count: number
  row: (index: number) => Subscriber | undefined
  onRange: (from: number, to: number) => void
  edit: Edit
  onDelete: (subscriber: Subscriber) => void
}

/** A table whose rows exist only near the screen; two spacers stand for the rest. */
export function SubscriberTable({ count, row, onRange, edit, onDelete }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect()
    setTop((box?.top ?? 0) + window.scrollY)
  }, [])
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => (window.innerWidth < 768 ? 132 : 64),
    overscan: 8,
    scrollMargin: top,
    onChange: ({ range }) => range && onRange(range.startIndex, range.endIndex),
  })
  const items = rows.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  return (
    <div className="card overflow-hidden">
      <table className="data-table table-fixed" aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th>Email</th>
            <th className="w-55">Subscribed On</th>
            <th className="w-47.5 text-right!">Actions</th>
          </tr>
        </thead>
        <tbody ref={body} data-rows>
          <Spacer height={before} />
          {items.map(({ index, key }) => {
            const subscriber = row(index)
            return subscriber ? (
              <SubscriberRow
                key={subscriber.id}
                index={index}
                measure={rows.measureElement}
                subscriber={subscriber}
                edit={edit}
                onDelete={() => onDelete(subscriber)}
              />
            ) : (
              <tr key={key} data-index={index} ref={rows.measureElement}>
                <td colSpan={3}>
                  <Bar className="h-4 w-64 max-w-full" />
                </td>
              </tr>
            )
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  )
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true">
      <td colSpan={3} style={{ height, padding: 0 }} />
    </tr>
  )
}
