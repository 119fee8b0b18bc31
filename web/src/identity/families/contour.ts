import type { Point } from "../letters"

/** Heights on a grid of nx x ny; outside it the ground is below everything. */
export type Field = { nx: number; ny: number; z: Float64Array }

// Which edges of a cell a contour joins, by which of its corners are high: 0 top, 1 right, 2 foot, 3 left.
const CROSSINGS: [from: number, to: number][][] = [
  [],
  [[3, 0]],
  [[0, 1]],
  [[3, 1]],
  [[1, 2]],
  [
    [3, 0],
    [1, 2],
  ],
  [[0, 2]],
  [[3, 2]],
  [[2, 3]],
  [[2, 0]],
  [
    [0, 1],
    [2, 3],
  ],
  [[2, 1]],
  [[1, 3]],
  [[1, 0]],
  [[0, 3]],
  [],
]

/** The closed loops around what is higher than a level, by marching squares. */
export function contours(field: Field, level: number): Point[][] {
  const { nx, ny } = field
  const next = new Map<number, number>()
  const points = new Map<number, Point>()
  const height = (i: number, j: number) =>
    i < 0 || j < 0 || i >= nx || j >= ny ? -1 : (field.z[j * nx + i] as number)
  // Every edge of the grid has a number: the one right of a corner is even, the one below it odd.
  const edge = (i: number, j: number, below: number) => ((j + 1) * (nx + 2) + i + 1) * 2 + below
  const share = (from: number, to: number) => (level - from) / (to - from || 1e-9)
  for (let j = -1; j < ny; j++) {
    for (let i = -1; i < nx; i++) {
      const [a, b] = [height(i, j), height(i + 1, j)]
      const [c, d] = [height(i + 1, j + 1), height(i, j + 1)]
      const high =
        Number(a > level) |
        (Number(b > level) << 1) |
        (Number(c > level) << 2) |
        (Number(d > level) << 3)
      if (high === 0 || high === 15) continue
      const edges = [edge(i, j, 0), edge(i + 1, j, 1), edge(i, j + 1, 0), edge(i, j, 1)]
      const crossing = (side: number): Point => {
        if (side === 0) return [i + share(a, b), j]
        if (side === 1) return [i + 1, j + share(b, c)]
        return side === 2 ? [i + share(d, c), j + 1] : [i, j + share(a, d)]
      }
      for (const [from, to] of CROSSINGS[high] as [number, number][]) {
        next.set(edges[from] as number, edges[to] as number)
        points.set(edges[from] as number, crossing(from))
      }
    }
  }
  return loopsOf(next, points)
}

function loopsOf(next: Map<number, number>, points: Map<number, Point>): Point[][] {
  const loops: Point[][] = []
  const seen = new Set<number>()
  for (const start of next.keys()) {
    const loop: Point[] = []
    for (let at: number | undefined = start; at !== undefined && !seen.has(at); at = next.get(at)) {
      seen.add(at)
      loop.push(points.get(at) as Point)
    }
    // Specks would be drawn as dust.
    if (loop.length > 5) loops.push(loop)
  }
  return loops
}

export function widthOf(loop: Point[]): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [x] of loop) {
    if (x < least) least = x
    if (x > most) most = x
  }
  return most - least
}
