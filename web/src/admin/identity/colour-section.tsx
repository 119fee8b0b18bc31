import { useMemo, useState } from "react"
import { toHex, wrapHue } from "@/identity/colour"
import type { Palette, Theme } from "@/identity/theme"
import { theme as makeTheme } from "@/identity/theme"
import { hueName, hueText } from "./hues"
import type { Choosing } from "./rail"
import { Say } from "./say"
import { Slider } from "./slider"

const DEGREES = Array.from({ length: 25 }, (_, at) => at * 15)
const GLASS = DEGREES.map((hue) => toHex([0.55, 0.11, hue]))
const DOT = DEGREES.map((hue) => toHex([0.68, 0.19, hue]))
const TINTS = [0, 0.5, 1, 1.5, 2, 2.5]

/** Hue and strength of the glass, hue of the dot. Lightness is not for sale. */
export function ColourSection({ look, theme, put }: Choosing) {
  const tints = useMemo(
    () => TINTS.map((tint) => makeTheme({ hue_glass: look.hue_glass, tint }).light["pane-2"]),
    [look.hue_glass],
  )
  const hue = (name: "hue_glass" | "hue_dot") => ({
    name,
    value: look[name],
    most: 359,
    unit: "°",
    text: hueText(look[name]),
    onChange: (value: number) => put({ [name]: value }),
  })
  return (
    <>
      <Slider label="Glass" {...hue("hue_glass")} track={GLASS} />
      <Slider
        label="Tint"
        name="tint"
        value={look.tint}
        most={2.5}
        step={0.05}
        text={`${look.tint} of 2.5`}
        track={tints}
        onChange={(tint) => put({ tint })}
      />
      <Slider label="Dot" {...hue("hue_dot")} track={DOT} />
      <div className="zone" aria-hidden="true">
        <i />
        <span>on an ink disc</span>
      </div>
      <Sentence look={look} theme={theme} put={put} />
      <Swatches palette={theme.light} />
    </>
  )
}

// One sentence at a time: what matters most.
function Sentence({ look, theme, put }: Pick<Choosing, "look" | "theme" | "put">) {
  const { flags, fixes } = theme
  const [kept, setKept] = useState<string>()
  const pair = `${look.hue_glass} ${look.hue_dot}`
  if (flags.alike && kept !== pair) {
    const away = wrapHue(look.hue_dot - look.hue_glass + 180) >= 180 ? 40 : -40
    return (
      <Say
        kind="warn"
        text="The dot disappears into the glass."
        actions={[
          { label: "Move it 40°", run: () => put({ hue_dot: wrapHue(look.hue_dot + away) }) },
          { label: "Keep it", run: () => setKept(pair) },
        ]}
      />
    )
  }
  if (flags.dangerHue !== 20)
    return (
      <Say kind="info" text="Errors use another red here, so that they never look like your dot." />
    )
  if (flags.disc) {
    const name = hueName(look.hue_dot)
    const colour = name.charAt(0).toUpperCase() + name.slice(1)
    return (
      <p className="hint mt-3">
        {colour} needs a dark ground to stay {name}. In light it sits on an ink disc, in dark it
        stands alone.
      </p>
    )
  }
  if (fixes.length > 0) return <Say kind="ok" text={corrected(theme)} />
  return null
}

const corrected = ({ fixes }: Theme) =>
  `${fixes.length === 1 ? "One colour is" : `${fixes.length} colours are`} a little darker or lighter than you chose, so that all is seen on every ground.`

const SWATCHES: [name: string, token: keyof Palette][] = [
  ["page", "bg"],
  ["pane", "pane"],
  ["deep", "pane-2"],
  ["edge", "edge"],
  ["night", "night-2"],
  ["ink", "ink"],
]

function Swatches({ palette }: { palette: Palette }) {
  return (
    <div className="swatches" aria-hidden="true">
      {SWATCHES.map(([name, token]) => (
        <span key={name}>
          <i style={{ background: palette[token] }} />
          {name}
        </span>
      ))}
      <span>
        <i style={{ background: palette["w-0"] }}>
          <b style={{ background: palette.dot }}>
            <b style={{ background: palette["dot-core"] }} />
          </b>
        </i>
        dot
      </span>
    </div>
  )
}
