import { useCallback, useState } from "react"
import { Room, useVirtualRows } from "@/ui/virtual-rows"
import type { Media } from "./api"
import { ArrivingTile, Tile } from "./tile"
import type { Arrivals } from "./upload"

type Props = {
  pictures: Media[]
  /** What is on its way stands first. */
  arrivals: Arrivals
  chosen?: readonly number[]
  isUnused?: (media: Media) => boolean
  onChoose: (media: Media) => void
  className?: string
}

/** Pictures to choose from. */
export function PictureGrid(props: Props) {
  const { pictures, arrivals, chosen = [], isUnused, onChoose, className = "" } = props
  const columns = useGridColumns()
  // What is on its way is few, and changes its height.
  const { list, slots } = useVirtualRows<HTMLUListElement>({
    count: pictures.length,
    keyOf: (index) => (pictures[index] as Media).id,
    estimate: 200,
    gap: 12,
    columns: columns.count,
    overscan: 3,
  })
  const { watch } = columns
  const ref = useCallback(
    (ul: HTMLUListElement | null) => {
      list.current = ul
      return watch(ul)
    },
    [list, watch],
  )
  return (
    <div className="grid gap-3">
      {arrivals.list.length > 0 && (
        <ul className={`media-grid ${className}`} aria-label="On their way">
          {arrivals.list.map((one) => (
            <ArrivingTile
              key={one.key}
              arriving={one}
              onDismiss={() => arrivals.dismiss(one.key)}
            />
          ))}
        </ul>
      )}
      <ul ref={ref} className={`media-grid ${className}`} aria-label="Pictures">
        {slots.map((slot) => {
          if (slot.index === undefined) return <Room key={slot.key} height={slot.height} />
          const media = pictures[slot.index] as Media
          return (
            <Tile
              key={slot.key}
              place={slot.props}
              media={media}
              isChosen={chosen.includes(media.id)}
              isUnused={isUnused?.(media)}
              onChoose={() => onChoose(media)}
            />
          )
        })}
      </ul>
    </div>
  )
}

/** How many pictures the stylesheet puts beside each other. */
function useGridColumns() {
  const [count, setCount] = useState(1)
  const [watch] = useState(() => (grid: Element | null) => {
    if (!grid) return
    const look = () => setCount(getComputedStyle(grid).gridTemplateColumns.split(" ").length)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(grid)
    return () => observer.disconnect()
  })
  return { count, watch }
}
