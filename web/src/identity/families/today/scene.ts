/** A drawing: its box and the SVG inside it. */
export type Scene = { w: number; h: number; body: string }

export const wall = (w: number, h: number, horizon: number) =>
  `<rect width="${w}" height="${horizon}" fill="url(#gWall)"/><rect y="${horizon}" width="${w}" height="${h - horizon}" fill="url(#gFloor)"/>`

export const glare = (h: number, x: number, width: number) =>
  `<path d="M${x} 0h${width}L${Math.round((x + width - h * 0.55) * 10) / 10} ${h}h${-width}Z" fill="url(#gGlare)"/>`

/** Four corners around the object that is being looked at. */
export function brackets(x0: number, y0: number, x1: number, y1: number): string {
  const l = 16
  return `<path class="brk" d="M${x0} ${y0 + l}V${y0}H${x0 + l}M${x1 - l} ${y0}H${x1}V${y0 + l}M${x1} ${y1 - l}V${y1}H${x1 - l}M${x0 + l} ${y1}H${x0}V${y1 - l}"/>`
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
