import {
  DEFAULT_MARK,
  type DotPlace,
  FRAMES,
  type Frame,
  isOneOf,
  type MarkSettings,
  PLACES,
} from "./identity"
import { glyph, initialOf } from "./letters"
import type { Palette, Theme } from "./theme"

/** Generated marks: a frame, a dot, perhaps an initial. All frames have one optical area. */
type Shape = {
  view: [w: number, h: number]
  outline: string
  /** Where the dot may sit: nine places on this box. */
  box: [x0: number, y0: number, x1: number, y1: number]
  /** Where an initial stands, and how high and wide it may be. */
  letter: { base: number; h: number; w: number }
  /** Radius of the full stop behind an initial. */
  stop: number
}

const SHAPES: Record<Frame, Shape> = {
  arch: {
    view: [24, 28],
    outline: "M1 27V12a11 11 0 0 1 22 0v15Z",
    box: [8.4, 10.4, 15.6, 19.6],
    letter: { base: 22.8, h: 13.6, w: 12.2 },
    stop: 2.7,
  },
  square: {
    view: [26, 28],
    outline: "M1 2.6h24v24H1Z",
    box: [8, 9.6, 18, 19.6],
    letter: { base: 22.6, h: 16, w: 13.4 },
    stop: 2.7,
  },
  circle: {
    view: [28, 28],
    outline: "M14 1a13 13 0 1 1 0 26a13 13 0 0 1 0-26Z",
    box: [9.6, 9.6, 18.4, 18.4],
    letter: { base: 20.6, h: 13.4, w: 11 },
    stop: 2.5,
  },
  tile: {
    view: [26, 28],
    outline:
      "M8.2 2.4h9.6c5 0 7.2 2.2 7.2 7.2v9.6c0 5-2.2 7.2-7.2 7.2H8.2c-5 0-7.2-2.2-7.2-7.2V9.6c0-5 2.2-7.2 7.2-7.2Z",
    box: [8.6, 10, 17.4, 19.2],
    letter: { base: 22, h: 15.2, w: 13.4 },
    stop: 2.7,
  },
}

type Choice = { frame?: unknown; dot?: unknown; initial?: unknown }
type Inks = { frame: string; letter: string; disc: string; core: string }
type Parts = { view: [w: number, h: number]; body: string; stroke: number; radius: number }

const TOKENS: Inks = {
  frame: "currentColor",
  letter: "var(--on-ink)",
  disc: "var(--mark-disc)",
  core: "var(--mark-core)",
}

const n2 = (n: number) => String(Math.round(n * 100) / 100)

function parts(choice: Choice, inks: Inks): Parts {
  const { frame, dot, initial } = complete(choice)
  const shape = SHAPES[frame]
  const drawn = initial ? letterWithStop(shape, initial, inks.letter) : dotAlone(shape, dot)
  const circle = (r: number, fill: string) =>
    `<circle cx="${n2(drawn.x)}" cy="${n2(drawn.y)}" r="${n2(r)}" fill="${fill}"/>`
  return {
    view: shape.view,
    body: `<path d="${shape.outline}" fill="${inks.frame}"/>${drawn.letter}<g class="mk-dot">${circle(drawn.r, inks.disc)}${circle(drawn.r * 0.66, inks.core)}</g>`,
    stroke: drawn.stroke,
    radius: drawn.r,
  }
}

function complete({ frame, dot, initial }: Choice): {
  frame: Frame
  dot: DotPlace
  initial: string
} {
  return {
    frame: isOneOf(FRAMES, frame) ? frame : DEFAULT_MARK.frame,
    dot: isOneOf(PLACES, dot) ? dot : DEFAULT_MARK.dot,
    initial: initialOf(typeof initial === "string" ? initial : ""),
  }
}

function dotAlone({ box: [x0, y0, x1, y1] }: Shape, place: DotPlace) {
  const at = PLACES.indexOf(place)
  const x = x0 + ((x1 - x0) * (at % 3)) / 2
  const y = y0 + ((y1 - y0) * Math.floor(at / 3)) / 2
  return { x, y, r: 4.8, stroke: 0, letter: "" }
}

function letterWithStop({ view, letter: room, stop: r }: Shape, initial: string, ink: string) {
  const { w, lines } = glyph(initial)
  const k = Math.min(room.h / 100, room.w / w)
  const stroke = Math.max(2.6, 20 * k)
  const left = view[0] / 2 - (w * k + 1 + r * 2) / 2
  const points = lines.map((line) =>
    line
      .map(([x, y], i) => `${i ? "L" : "M"}${n2(left + x * k)} ${n2(room.base - y * k)}`)
      .join(""),
  )
  return {
    x: left + w * k + 0.9 + r,
    y: room.base - r - 0.15,
    r,
    stroke,
    letter: `<path d="${points.join("")}" fill="none" stroke="${ink}" stroke-width="${n2(stroke)}" stroke-linejoin="round" stroke-linecap="butt"/>`,
  }
}

/** The mark in a page: the frame takes the colour of the text, all else tokens. */
export function mark(choice: Partial<MarkSettings> = {}, className = "mk"): string {
  const { view, body } = parts(choice, TOKENS)
  return `<svg class="${className}" viewBox="0 0 ${view[0]} ${view[1]}" aria-hidden="true" focusable="false">${body}</svg>`
}

const inksOf = (palette: Palette): Inks => ({
  frame: palette.ink,
  letter: palette["on-ink"],
  disc: palette["mark-disc"],
  core: palette["mark-core"],
})

/** favicon.svg: a file of its own, so it may carry a style element and follow the browser's theme. */
export function favicon(choice: Partial<MarkSettings>, theme: Theme): string {
  const { view, body } = parts(choice, {
    frame: "var(--f)",
    letter: "var(--l)",
    disc: "var(--d)",
    core: "var(--c)",
  })
  const root = (palette: Palette) => {
    const { frame, letter, disc, core } = inksOf(palette)
    return `:root{--f:${frame};--l:${letter};--d:${disc};--c:${core}}`
  }
  const style = `${root(theme.light)}@media (prefers-color-scheme:dark){${root(theme.dark)}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view[0] / 2 - 14} 0 28 28"><style>${style}</style>${body}</svg>`
}

/** The mark alone in plain colours, in the middle of a square, for whoever draws it to PNG. */
export function plainMark(choice: Partial<MarkSettings>, theme: Theme): string {
  const { view, body } = parts(choice, inksOf(theme.light))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${n2(view[0] / 2 - 14)} 0 28 28">${body}</svg>`
}

/** Whether the mark can be told at 16 pixels: strokes of 1.4, a dot of 2.6 at least. */
export function legible(choice: Partial<MarkSettings>): {
  stroke: number
  dot: number
  ok: boolean
} {
  const { stroke, radius } = parts(choice, TOKENS)
  const k = 16 / 28
  const [line, dot] = [stroke * k, radius * 2 * k]
  return { stroke: line, dot, ok: (stroke === 0 || line >= 1.4) && dot >= 2.6 }
}
