import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from "react"
import { Button } from "@/ui/button"
import { Dialog } from "@/ui/dialog"
import { Segment } from "@/ui/segment"
import { type Crop, type CropName, type Media, SHAPES, versionOf } from "./api"
import { Cut } from "./cut"
import { ARROWS } from "./focal"
import { cropOf, fitted, resized, sizeOf } from "./frame"

type Props = {
  media: Media
  first?: CropName
  onUse: (crops: Media["crops"]) => void
  onClose: () => void
}

const NAMES = Object.keys(SHAPES) as CropName[]
const NONE: Crop = { x: 0, y: 0, width: 0, height: 0 }

/** Frames a picture for each place. A crop is data: the file stays as it is. */
export function CropDialog({ media, first = "portrait", onUse, onClose }: Props) {
  const [name, setName] = useState(first)
  const [crops, setCrops] = useState(media.crops)
  const { shape, label } = SHAPES[name]
  const crop = cropOf({ ...media, crops }, name, shape)
  const set = (next: Crop) => setCrops({ ...crops, [name]: next })
  const size = sizeOf(media, shape, crop)
  const result = [crop.width * media.width, crop.height * media.height].map(Math.round).join(" × ")
  return (
    <Dialog
      title={`Crop ${media.file_name}`}
      onClose={onClose}
      aside={
        <Segment
          label="Crop for"
          value={name}
          onChange={setName}
          choices={NAMES.map((value) => ({ value, label: SHAPES[value].label }))}
        />
      }
      footer={
        <>
          <p className="mr-auto text-label text-ink-3 max-md:hidden">
            The original stays in Media. You can crop again later.
          </p>
          <Button disabled={crops[name].width === 0} onClick={() => set(NONE)}>
            No crop
          </Button>
          <Button look="primary" onClick={() => onUse(crops)}>
            Use this crop
          </Button>
        </>
      }
    >
      <div className="crop">
        <Stage media={media} crop={crop} shape={shape} size={size} onChange={set} label={label} />
        <div className="crop-side">
          <p className="font-medium">On the site</p>
          <Cut media={{ ...media, crops }} name={name} className="crop-preview" />
          <label className="mt-5 block font-medium" htmlFor="crop-size">
            Size
          </label>
          <input
            id="crop-size"
            type="range"
            min={10}
            max={100}
            className="mt-2 w-full accent-edge"
            value={Math.round(100 * size)}
            onChange={(event) => set(resized(media, shape, crop, Number(event.target.value) / 100))}
          />
          <dl className="crop-facts">
            <dt>Result</dt>
            <dd className="tabular-nums">{result}</dd>
            <dt>Keys</dt>
            <dd>Arrows move, plus and minus resize</dd>
          </dl>
        </div>
      </div>
    </Dialog>
  )
}

type StageProps = {
  media: Media
  crop: Crop
  shape: number
  size: number
  label: string
  onChange: (crop: Crop) => void
}

function Stage({ media, crop, shape, size, label, onChange }: StageProps) {
  const pane = useRef<HTMLDivElement>(null)
  const held = useRef<{ x: number; y: number; corner: boolean }>(null)
  const at = (event: PointerEvent) => {
    const box = pane.current?.getBoundingClientRect()
    if (!box?.width) return undefined
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }
  const take = (event: PointerEvent) => {
    const point = at(event)
    if (!point) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const corner = (event.target as Element).hasAttribute("data-corner")
    held.current = { x: point.x - crop.x, y: point.y - crop.y, corner }
  }
  const drag = (event: PointerEvent) => {
    const point = at(event)
    if (!point || !held.current) return
    if (held.current.corner) {
      const middle = crop.x + crop.width / 2
      onChange(resized(media, shape, crop, (size * 2 * Math.abs(point.x - middle)) / crop.width))
    } else {
      const { x, y } = held.current
      onChange(fitted(media, shape, { x: point.x - x, y: point.y - y, size }))
    }
  }
  const letGo = () => {
    held.current = null
  }
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 0.1 : 0.01
    const [dx, dy] = ARROWS[event.key] ?? []
    const grow = { "+": 1, "=": 1, "-": -1 }[event.key]
    if (dx !== undefined && dy !== undefined)
      onChange(fitted(media, shape, { x: crop.x + dx * step, y: crop.y + dy * step, size }))
    else if (grow) onChange(resized(media, shape, crop, size + grow * step))
    else return
    event.preventDefault()
  }
  const share = (part: number) => `${100 * part}%`
  return (
    <div className="crop-stage">
      {/* As large as the picture before that is loaded. */}
      <div
        ref={pane}
        className="crop-pane"
        style={{ "--ratio": media.width / Math.max(1, media.height) } as CSSProperties}
      >
        <img src={versionOf(media, { width: 960 })} alt="" draggable={false} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${label} frame`}
          aria-valuenow={Math.round(100 * size)}
          aria-valuetext={`${Math.round(100 * crop.x)}% across, ${Math.round(100 * crop.y)}% down, size ${Math.round(100 * size)}%`}
          className="crop-frame"
          style={{
            left: share(crop.x),
            top: share(crop.y),
            width: share(crop.width),
            height: share(crop.height),
          }}
          onPointerDown={take}
          onPointerMove={drag}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onKeyDown={press}
        >
          {["nw", "ne", "sw", "se"].map((corner) => (
            <span key={corner} data-corner={corner} />
          ))}
        </div>
      </div>
    </div>
  )
}
