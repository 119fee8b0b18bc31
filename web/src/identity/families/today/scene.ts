/** A drawing: its box and the SVG inside it. With photographs, what they show in words and which parts of which files. */
export type Scene = {
  w: number
  h: number
  body: string
  alt?: string
  images?: Picture[]
  /** The body itself says what it shows, or that it is to be skipped. */
  isLabelled?: boolean
}

/** A part of a photograph in its own pixels, and the width at which to ask for it. */
export type Picture = {
  url: string
  alt: string
  crop: [x: number, y: number, w: number, h: number]
  width: number
}

/** One decimal is finer than a pixel at any size we draw, and halves the page. */
const round1 = (n: number) => Math.round(n * 10) / 10

export const wall = (w: number, h: number, horizon: number) =>
  `<rect width="${w}" height="${horizon}" fill="url(#gWall)"/><rect y="${horizon}" width="${w}" height="${h - horizon}" fill="url(#gFloor)"/>`

export const glare = (h: number, x: number, width: number) =>
  `<path d="M${x} 0h${width}L${Math.round((x + width - h * 0.55) * 10) / 10} ${h}h${-width}Z" fill="url(#gGlare)"/>`

/** Four corners around the object that is being looked at. */
export function brackets(x0: number, y0: number, x1: number, y1: number): string {
  const l = 16
  const [left, top, right, foot] = [x0, y0, x1, y1].map(round1) as [number, number, number, number]
  return `<path class="brk" d="M${left} ${round1(top + l)}V${top}H${round1(left + l)}M${round1(right - l)} ${top}H${right}V${round1(top + l)}M${right} ${round1(foot - l)}V${foot}H${round1(right - l)}M${round1(left + l)} ${foot}H${left}V${round1(foot - l)}"/>`
}

/** Words in a drawing are the studio's own text. */
export const escapeText = (text: string) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** An SVG may be placed by these two, as CSS places a background. */
export type Fit =
  | "xMidYMax slice"
  | "xMidYMax meet"
  | "xMinYMax meet"
  | "xMinYMax slice"
  | "xMaxYMax meet"
