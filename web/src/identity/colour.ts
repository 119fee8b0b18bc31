/** OKLCH and back, and what contrast two colours have. A colour is lightness 0..1, chroma, hue in degrees. */
export type Lch = readonly [lightness: number, chroma: number, hue: number]
/** `#rrggbb` */
export type Hex = string

type Rgb = [number, number, number]

const RAD = Math.PI / 180

const encode = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055)
const decode = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)

function toLinear([L, C, h]: Lch): Rgb {
  const a = C * Math.cos(h * RAD)
  const b = C * Math.sin(h * RAD)
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function fitsSrgb(colour: Lch): boolean {
  const [r, g, b] = toLinear(colour)
  return Math.min(r, g, b) >= -0.0006 && Math.max(r, g, b) <= 1.0006
}

/** The most chroma that sRGB can show at this lightness and hue. */
export function maxChroma(lightness: number, hue: number): number {
  let low = 0
  let high = 0.37
  for (let i = 0; i < 14; i++) {
    const middle = (low + high) / 2
    if (fitsSrgb([lightness, middle, hue])) low = middle
    else high = middle
  }
  return low
}

const cusps = new Map<number, number>()

/** The lightness at which a hue is most itself. */
export function cusp(hue: number): number {
  const known = cusps.get(hue) ?? findCusp(hue)
  cusps.set(hue, known)
  return known
}

function findCusp(hue: number): number {
  let best = 0.45
  let most = 0
  for (let step = 0; step < 50; step++) {
    const lightness = 0.45 + step * 0.01
    const chroma = maxChroma(lightness, hue)
    if (chroma > most) [best, most] = [lightness, chroma]
  }
  return best
}

export function toHex(colour: Lch): Hex {
  const [L, , h] = colour
  const rgb = toLinear(fitsSrgb(colour) ? colour : [L, maxChroma(L, h), h])
  const byte = (c: number) => Math.round(encode(Math.min(1, Math.max(0, c))) * 255)
  return `#${rgb.map((c) => byte(c).toString(16).padStart(2, "0")).join("")}`
}

/** The three bytes of `#rrggbb`. */
function bytesOf(hex: Hex): Rgb {
  const byte = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [byte(1), byte(3), byte(5)]
}

/** A colour that lets through what lies behind it. */
export const alpha = (hex: Hex, share: number) => `rgb(${bytesOf(hex).join(" ")} / ${share})`

export function fromHex(hex: Hex): Lch {
  const [r, g, b] = bytesOf(hex).map((c) => decode(c / 255)) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return [lightness, Math.hypot(x, y), wrapHue(Math.atan2(y, x) / RAD)]
}

export function luminance(hex: Hex): number {
  const [r, g, b] = bytesOf(hex).map((c) => decode(c / 255)) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The ratio of WCAG, 1 to 21. */
export function contrast(a: Hex, b: Hex): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

export const wrapHue = (hue: number) => ((hue % 360) + 360) % 360

/** Degrees between two hues, the shorter way round. */
export function hueDistance(a: number, b: number): number {
  const d = Math.abs(a - b) % 360
  return d > 180 ? 360 - d : d
}
