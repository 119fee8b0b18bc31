import { type PointerEvent, useRef } from "react"
import { addressOf, type Media, versionOf } from "./api"

type Point = { x: number; y: number }
type Props = { media: Media; value: Point; onChange: (point: Point) => void }

const HIGHEST = 260

const within = (share: number) => Math.min(1, Math.max(0, share))
const percent = (share: number) => Math.round(100 * share)

/** A picture with a ring on what must stay in view: dragged, or moved with the keys of two sliders. */
export function Focal({ media, value, onChange }: Props) {
  const pane = useRef<HTMLDivElement>(null)
  const follow = (event: PointerEvent) => {
    const box = pane.current?.getBoundingClientRect()
    if (!box?.width || event.buttons === 0) return
    onChange({
      x: within((event.clientX - box.left) / box.width),
      y: within((event.clientY - box.top) / box.height),
    })
  }
  const slider = (axis: keyof Point, label: string, orientation: "horizontal" | "vertical") => (
    <input
      type="range"
      min={0}
      max={100}
      step={1}
      className="focal-slider"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuetext={`Focus, ${percent(value.x)}% across, ${percent(value.y)}% down`}
      value={percent(value[axis])}
      onChange={(event) => onChange({ ...value, [axis]: Number(event.target.value) / 100 })}
      onKeyDown={(event) => {
        const step = event.shiftKey ? 0.1 : 0.01
        const [dx, dy] = ARROWS[event.key] ?? []
        if (dx === undefined || dy === undefined) return
        event.preventDefault()
        onChange({ x: within(value.x + dx * step), y: within(value.y + dy * step) })
      }}
    />
  )
  return (
    <div>
      <div className="focal">
        <div
          ref={pane}
          className="focal-pane"
          // As large as the picture before that is loaded.
          style={
            media.height > 0
              ? {
                  aspectRatio: `${media.width} / ${media.height}`,
                  width: Math.min(media.width, (HIGHEST * media.width) / media.height),
                }
              : undefined
          }
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            follow(event)
          }}
          onPointerMove={follow}
        >
          <img
            src={versionOf(media, { width: 640 })}
            alt=""
            draggable={false}
            data-of={addressOf(media)}
          />
          <span
            className="focal-ring"
            style={{ left: `${100 * value.x}%`, top: `${100 * value.y}%` }}
          />
          {slider("x", "Focus across", "horizontal")}
          {slider("y", "Focus down", "vertical")}
        </div>
      </div>
      <p className="mt-2 text-label text-ink-3">
        Drag the ring to what must stay in view. Arrow keys move it too.
      </p>
    </div>
  )
}

/** Which way each arrow moves. */
export const ARROWS: Record<string, [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
