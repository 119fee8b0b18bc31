/** A monoline alphabet of our own, as centre lines on a grid 100 high with a stroke of 20. The Letters family cuts it into contours, the marks stroke it. */
export type Point = [x: number, y: number]
type Arc = { cx: number; cy: number; rx: number; ry: number; from: number; to: number }
type Stroke = Point[] | Arc
type Glyph = { w: number; lines: Point[][] }

/** Half the stroke. */
export const HALF = 10

const line = (...points: Point[]): Stroke => points
const arc = (cx: number, cy: number, rx: number, ry: number, from: number, to: number): Stroke => ({
  cx,
  cy,
  rx,
  ry,
  from,
  to,
})
const stem = line([10, 10], [10, 90])

const STROKES: Record<string, [w: number, ...strokes: Stroke[]]> = {
  A: [74, line([10, 10], [37, 90], [64, 10]), line([21, 35], [53, 35])],
  B: [
    70,
    stem,
    line([10, 90], [35, 90]),
    arc(35, 71, 19, 19, 90, -90),
    line([35, 52], [10, 52]),
    line([10, 52], [38, 52]),
    arc(38, 31, 22, 21, 90, -90),
    line([38, 10], [10, 10]),
  ],
  C: [84, arc(46, 50, 36, 40, 42, 318)],
  D: [78, stem, line([10, 90], [30, 90]), arc(30, 50, 38, 40, 90, -90), line([30, 10], [10, 10])],
  E: [66, stem, line([10, 90], [56, 90]), line([10, 51], [50, 51]), line([10, 10], [56, 10])],
  F: [64, stem, line([10, 90], [54, 90]), line([10, 49], [48, 49])],
  G: [92, arc(46, 50, 36, 40, 42, 352), line([81, 45], [52, 45])],
  H: [74, stem, line([64, 10], [64, 90]), line([10, 50], [64, 50])],
  I: [20, stem],
  J: [62, line([52, 90], [52, 34]), arc(31, 34, 21, 24, 0, -168)],
  K: [74, stem, line([62, 90], [12, 43]), line([27, 57], [64, 10])],
  L: [62, stem, line([10, 10], [53, 10])],
  M: [90, line([10, 10], [10, 90], [45, 32], [80, 90], [80, 10])],
  N: [76, line([10, 10], [10, 90], [66, 10], [66, 90])],
  O: [90, arc(45, 50, 35, 40, 0, 360)],
  P: [70, stem, line([10, 90], [36, 90]), arc(36, 67, 24, 23, 90, -90), line([36, 44], [10, 44])],
  Q: [92, arc(45, 50, 35, 40, 0, 360), line([54, 32], [80, 8])],
  R: [
    72,
    stem,
    line([10, 90], [36, 90]),
    arc(36, 67, 24, 23, 90, -90),
    line([36, 44], [10, 44]),
    line([34, 44], [62, 10]),
  ],
  S: [72, arc(37, 70.5, 24, 19.5, 32, 270), arc(36, 30.5, 26, 20.5, 90, -146)],
  T: [76, line([10, 90], [66, 90]), line([38, 90], [38, 10])],
  U: [76, line([10, 90], [10, 38]), arc(38, 38, 28, 28, 180, 360), line([66, 38], [66, 90])],
  V: [76, line([10, 90], [38, 10], [66, 90])],
  W: [100, line([8, 90], [29, 10], [50, 72], [71, 10], [92, 90])],
  X: [74, line([10, 90], [64, 10]), line([64, 90], [10, 10])],
  Y: [76, line([10, 90], [38, 46], [66, 90]), line([38, 46], [38, 10])],
  Z: [72, line([12, 90], [60, 90], [12, 10], [62, 10])],
  "0": [76, arc(38, 50, 28, 40, 0, 360)],
  "1": [50, line([12, 74], [36, 90], [36, 10])],
  "2": [70, arc(35, 65, 24, 25, 165, -38), line([54, 50], [12, 10], [60, 10])],
  "3": [70, arc(33, 70, 22, 20, 140, -90), arc(34, 30, 25, 20, 90, -145)],
  "4": [76, line([52, 10], [52, 90], [10, 34], [66, 34])],
  "5": [70, line([56, 90], [16, 90], [14, 54]), arc(34, 36, 25, 26, 118, -140)],
  "6": [72, arc(36, 35, 26, 25, 0, 360), line([13, 48], [44, 90])],
  "7": [68, line([10, 90], [58, 90], [26, 10])],
  "8": [72, arc(36, 70, 21, 20, 0, 360), arc(36, 30, 26, 20, 0, 360)],
  "9": [72, arc(36, 65, 26, 25, 0, 360), line([59, 52], [28, 10])],
}

export const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

const glyphs = new Map<string, Glyph>()

/** A character of the alphabet; O for every other one. */
export function glyph(character: string): Glyph {
  const known = glyphs.get(character)
  if (known) return known
  const [w, ...strokes] = STROKES[hasGlyph(character) ? character : "O"] as [number, ...Stroke[]]
  const made = { w, lines: strokes.map(pointsOf) }
  glyphs.set(character, made)
  return made
}

export const hasGlyph = (character: string) => Object.hasOwn(STROKES, character)

/** The first letter or digit of a name that the alphabet has, accents dropped; empty for other scripts. */
export function initialOf(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase()
  return [...plain].find(hasGlyph) ?? ""
}

function pointsOf(stroke: Stroke): Point[] {
  if (Array.isArray(stroke)) return stroke
  const { cx, cy, rx, ry, from, to } = stroke
  const steps = Math.max(6, Math.ceil(Math.abs(to - from) / 9))
  return Array.from({ length: steps + 1 }, (_, i): Point => {
    const t = ((from + ((to - from) * i) / steps) * Math.PI) / 180
    return [cx + rx * Math.cos(t), cy + ry * Math.sin(t)]
  })
}

/** The stretch of the line at height y that lies within half a stroke of a segment. */
function crossing(a: Point, b: Point, y: number): [from: number, to: number] | undefined {
  const ends: number[] = []
  for (const end of [a, b]) {
    const reach = HALF * HALF - (y - end[1]) ** 2
    if (reach >= 0) ends.push(end[0] - Math.sqrt(reach), end[0] + Math.sqrt(reach))
  }
  // Both sides run along the segment, half a stroke away from it.
  const vx = b[0] - a[0]
  const vy = b[1] - a[1]
  const length = Math.sqrt(vx * vx + vy * vy)
  for (const half of [HALF, -HALF]) {
    const t = (y - a[1] + (half * vx) / length) / vy
    if (t >= 0 && t <= 1) ends.push(a[0] + t * vx + (half * vy) / length)
  }
  return ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : undefined
}

/** The stretches of the line at height y that the strokes of a character cover, from left to right. */
export function covered(character: string, y: number): [from: number, to: number][] {
  const all = glyph(character).lines.flatMap((line) =>
    line.slice(1).flatMap((point, i) => {
      const one = crossing(line[i] as Point, point, y)
      return one ? [one] : []
    }),
  )
  const merged: [from: number, to: number][] = []
  for (const one of all.sort((a, b) => a[0] - b[0])) {
    const last = merged[merged.length - 1]
    if (last && one[0] <= last[1] + 1) last[1] = Math.max(last[1], one[1])
    else merged.push(one)
  }
  return merged
}

/** How far a point is from the centre lines. */
export function distance(lines: Point[][], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n] as Point[]
    for (let i = 1; i < line.length; i++) {
      const away = squared(line[i - 1] as Point, line[i] as Point, x, y)
      if (away < least) least = away
    }
  }
  return Math.sqrt(least)
}

function squared(a: Point, b: Point, x: number, y: number): number {
  const vx = b[0] - a[0]
  const vy = b[1] - a[1]
  const along = ((x - a[0]) * vx + (y - a[1]) * vy) / (vx * vx + vy * vy || 1)
  const t = along < 0 ? 0 : along > 1 ? 1 : along
  const dx = x - a[0] - t * vx
  const dy = y - a[1] - t * vy
  return dx * dx + dy * dy
}
