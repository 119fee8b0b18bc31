import {
  contrast,
  cusp,
  hueDistance,
  type Lch,
  luminance,
  maxChroma,
  toHex,
  wrapHue,
} from "./colour"
import { CORE_PAIRS, type Colour, DANGER, type DotToken, EDGE, GLASS, PAIRS, WARN } from "./tokens"

export type Mode = "light" | "dark"

/** The numbers of a studio, made valid, and what follows from them for both themes. */
export type Hues = {
  glass: number
  dot: number
  tint: number
  danger: number
  /** Orange, yellow and green turn to mud when dark enough for a light page: there the dot is a disc of ink with a bright core. */
  disc: boolean
  /** Beside a red edge nobody could tell a switch from a warning, so things you operate are ink. */
  inkControls: boolean
}

/** A colour that the contrast rule moved. */
export type Fix = { mode: Mode; token: Colour; against: Colour; from: number; to: number }

type Colours = Record<Colour, Lch>
type Part<T> = Record<keyof T, Lch>

export function huesOf(glass: number, dot: number, tint: number): Hues {
  const danger = hueDistance(dot, 20) < 12 ? (dot <= 20 ? 34 : 4) : 20
  return {
    glass,
    dot,
    tint,
    danger,
    disc: dot >= 45 && dot <= 165,
    inkControls: hueDistance(glass, danger) < 26,
  }
}

/** Every colour of one theme; `fixes` tells what contrast asked for. */
export function coloursOf(mode: Mode, hues: Hues): { colours: Colours; fixes: Fix[] } {
  const dark = mode === "dark"
  const glass = tinted(GLASS, dark, hues.glass, hues.tint)
  const edge = edges(dark, hues)
  const onEdge: Lch = dark ? [0.1654, 0.0181 * hues.tint, hues.glass] : [1, 0, hues.glass]
  const colours: Colours = {
    ...glass,
    ...edge,
    "on-edge": onEdge,
    ...tinted(DANGER, dark, hues.danger, 1),
    ...tinted(WARN, dark, dark ? 86 : 78, 1),
    ...okColours(dark, hues.glass),
    ...dotColours(dark, hues, glass),
    ...controls(dark, hues, glass, edge.edge, onEdge),
  }
  return { colours, fixes: correct(colours, mode, hues.disc) }
}

type LightDark = readonly [number, number, number, number]

function tinted<T extends Record<string, LightDark>>(
  table: T,
  dark: boolean,
  hue: number,
  tint: number,
): Part<T> {
  const colours = Object.entries(table).map(([name, [lightL, lightC, darkL, darkC]]) => [
    name,
    dark ? [darkL, darkC * tint, hue] : [lightL, lightC * tint, hue],
  ])
  return Object.fromEntries(colours)
}

function edges(dark: boolean, { glass, tint }: Hues): Part<typeof EDGE> {
  // A neutral site keeps a coloured pane edge.
  const vivid = tint < 1 ? 0.72 + 0.28 * tint : 1
  const colours = Object.entries(EDGE).map(([name, shares]) => {
    const [lightness, share, cap] = (dark ? shares.slice(3) : shares) as [number, number, number]
    const chroma = Math.min(maxChroma(lightness, glass) * share, cap) * vivid
    return [name, [lightness, chroma, glass]]
  })
  return Object.fromEntries(colours)
}

// "Ok" is the edge while that is green, otherwise a green of its own.
function okColours(dark: boolean, glass: number): Record<"ok" | "ok-soft", Lch> {
  const hue = glass >= 140 && glass <= 200 ? glass : 160
  return dark
    ? { ok: [0.778, 0.106, hue], "ok-soft": [0.2841, 0.0377, hue] }
    : {
        ok: [0.442, Math.min(0.0788, maxChroma(0.442, hue)), hue],
        "ok-soft": [0.9321, 0.0192, hue],
      }
}

/** The colour of a hue at a lightness, as lively as sRGB allows up to a limit. */
const lively = (lightness: number, limit: number, hue: number): Lch => [
  lightness,
  Math.min(maxChroma(lightness, wrapHue(hue)), limit),
  wrapHue(hue),
]

type Glass = Part<typeof GLASS>
type Dot = Record<DotToken, Lch>

function dotColours(dark: boolean, { dot: hue, disc }: Hues, glass: Glass): Dot {
  const clear = Math.min(0.88, Math.max(0.66, cusp(hue)))
  const bareL = dark ? Math.max(0.684, Math.min(clear, 0.86)) : 0.6249
  const core = lively(clear, 0.22, hue)
  const plain = lively(0.6249, 0.218, hue)
  const onCard = disc ? glass["card-ink"] : plain
  const onMark = disc ? (dark ? glass["on-ink"] : core) : plain
  return {
    ...(disc && !dark ? discDot(core, glass, hue) : bareDot(dark, lively(bareL, 0.218, hue), hue)),
    "mark-disc": onMark,
    "mark-core": disc ? core : onMark,
    "card-dot": onCard,
    "card-core": disc ? core : onCard,
    "night-dot": disc ? core : lively(Math.max(0.66, bareL), 0.22, hue),
  }
}

type BareToken = Exclude<
  DotToken,
  "mark-disc" | "mark-core" | "night-dot" | "card-dot" | "card-core"
>

function discDot(core: Lch, glass: Glass, hue: number): Record<BareToken, Lch> {
  return {
    dot: glass.ink,
    "dot-core": core,
    "dot-hi": glass["v-ink2"],
    "dot-lo": glass.ink,
    "dot-line": glass["v-line"],
    "dot-ink": glass.ink,
    "dot-soft": lively(0.945, 0.07, hue),
  }
}

function bareDot(dark: boolean, bare: Lch, hue: number): Record<BareToken, Lch> {
  const [lightness] = bare
  return {
    dot: bare,
    "dot-core": bare,
    "dot-line": bare,
    ...(dark
      ? {
          "dot-hi": highlight(Math.min(0.94, lightness + 0.112), 0.12, hue),
          "dot-lo": lively(lightness - 0.126, 0.185, hue),
          "dot-ink": [0.7426, 0.1582, hue],
          "dot-soft": [0.2407, 0.0498, wrapHue(hue + 4)],
        }
      : {
          "dot-hi": highlight(Math.min(0.94, lightness + 0.13), 0.15, hue),
          "dot-lo": lively(lightness - 0.094, 0.19, hue),
          "dot-ink": [0.5052, 0.1759, hue],
          "dot-soft": [0.9438, 0.026, wrapHue(hue + 4)],
        }),
  }
}

// Light falls on the dot a little warmer than it is.
const highlight = (lightness: number, limit: number, hue: number): Lch => [
  lightness,
  Math.min(limit, maxChroma(lightness, hue)),
  wrapHue(hue + 4),
]

function controls(
  dark: boolean,
  { glass: hue, inkControls }: Hues,
  glass: Glass,
  edge: Lch,
  onEdge: Lch,
): Record<"control" | "focus" | "on-control", Lch> {
  if (inkControls) {
    const control = dark ? glass["ink-2"] : glass.ink
    return { control, focus: glass.ink, "on-control": glass["on-ink"] }
  }
  return { control: edge, focus: edge, "on-control": dark ? onEdge : [1, 0, hue] }
}

const STEP = 0.005

// Moves the foreground's lightness away from its ground, half a percent at a time, until the pair passes.
function correct(colours: Colours, mode: Mode, disc: boolean): Fix[] {
  const fixes: Fix[] = []
  for (const [token, against, least] of [...PAIRS, ...CORE_PAIRS]) {
    const ground = toHex(colours[against])
    if (isSameDot(token, toHex(colours[token]), ground)) continue
    const from = colours[token][0]
    const to = passing(colours[token], ground, least + 0.02)
    if (to === from) continue
    colours[token] = [to, colours[token][1], colours[token][2]]
    fixes.push({ mode, token, against, from: round3(from), to: round3(to) })
    keepTogether(colours, token, disc, mode)
  }
  return fixes
}

function passing([lightness, chroma, hue]: Lch, ground: string, least: number): number {
  const step = luminance(ground) < 0.18 ? STEP : -STEP
  let at = lightness
  for (let n = 0; n < 120 && contrast(toHex([at, chroma, hue]), ground) < least; n++) {
    at = Math.min(1, Math.max(0, at + step))
  }
  return at
}

/** A core that has its disc's colour is no pair. */
export const isSameDot = (token: Colour, foreground: string, background: string) =>
  CORE_PAIRS.some(([core]) => core === token) && foreground === background

// What shares one colour with a corrected part of the dot follows it.
function keepTogether(colours: Colours, token: Colour, disc: boolean, mode: Mode): void {
  if (token === "dot" && !(disc && mode === "light")) {
    colours["dot-core"] = colours["dot-line"] = colours.dot
  }
  if (token === "card-dot" && !disc) colours["card-core"] = colours["card-dot"]
  if (token === "mark-disc" && !disc) colours["mark-core"] = colours["mark-disc"]
}

const round3 = (n: number) => Math.round(n * 1000) / 1000
