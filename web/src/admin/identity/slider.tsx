import { useId, useState } from "react"
import { placed } from "@/ui/field"

type Props = {
  label: string
  name: string
  value: number
  most: number
  step?: number
  /** Stands behind the number. */
  unit?: string
  /** The value as a screen reader says it. */
  text: string
  /** The colours of the track from left to right. */
  track: string[]
  onChange: (value: number) => void
}

/** A native range, and a field for whoever knows the number. */
export function Slider(props: Props) {
  const { label, name, value, most, step = 1, unit = "", text, track, onChange } = props
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const take = (written: string) => {
    setTyped(written)
    const number = Number(written.replace(unit, "").replace(",", ".").trim())
    if (written.trim() === "" || !Number.isFinite(number)) return
    onChange(Math.min(most, Math.max(0, rounded(number, step))))
  }
  return (
    <div className="slider" {...placed(name, label)}>
      <div className="slider-head">
        <label htmlFor={id}>{label}</label>
        <input
          aria-label={`${label}, as a number`}
          inputMode="decimal"
          autoComplete="off"
          className="control"
          value={typed ?? `${value}${unit}`}
          onChange={(event) => take(event.target.value)}
          onBlur={() => setTyped(undefined)}
        />
      </div>
      <input
        id={id}
        type="range"
        data-field={name}
        className="range"
        min={0}
        max={most}
        step={step}
        value={value}
        aria-valuetext={text}
        style={{ "--track": `linear-gradient(90deg, ${track.join(", ")})` } as object}
        onChange={(event) => onChange(rounded(Number(event.target.value), step))}
      />
    </div>
  )
}

// 0.1 + 0.2 is not 0.3, and what is stored is.
const rounded = (value: number, step: number) =>
  Math.round(Math.round(value / step) * step * 100) / 100
