import type { Point } from "../letters"

/** Heights on a grid of nx x ny; outside it the ground is below everything. */
export type Field = { nx: number; ny: number; z: Float64Array }

// Which edges of a cell a contour joins, by which of its corners are high: from, to, and perhaps from, to again.
// Edges are 0 top, 1 right, 2 foot, 3 left.
const CROSSINGS: readonly (readonly number[])[] = [
  [],
  [3, 0],
  [0, 1],
  [3, 1],
  [1, 2],
  [3, 0, 1, 2],
  [0, 2],
  [3, 2],
  [2, 3],
  [2, 0],
  [0, 1, 2, 3],
  [2, 1],
  [1, 3],
  [1, 0],
  [0, 3],
  [],
]

// No destructuring in loops over cells and points: the server's engine makes an iterator for each.

/** The closed loops around what is higher than a level, by marching squares. */
export function contours({ nx, ny, z }: Field, level: number): Point[][] {
  const next = new Map<number, number>()
  const points = new Map<number, Point>()
  const height = (i: number, j: number) =>
    i < 0 || j < 0 || i >= nx || j >= ny ? -1 : (z[j * nx + i] as number)
  for (let j = -1; j < ny; j++) {
    let a = height(-1, j)
    let d = height(-1, j + 1)
    for (let i = -1; i < nx; i++) {
      const b = height(i + 1, j)
      const c = height(i + 1, j + 1)
      const high =
        (a > level ? 1 : 0) + (b > level ? 2 : 0) + (c > level ? 4 : 0) + (d > level ? 8 : 0)
      if (high !== 0 && high !== 15) {
        const crossing = CROSSINGS[high] as readonly number[]
        for (let n = 0; n < crossing.length; n += 2) {
          const from = crossing[n] as number
          const edge = edgeOf(nx, i, j, from)
          next.set(edge, edgeOf(nx, i, j, crossing[n + 1] as number))
          points.set(edge, crossed(i, j, from, a, b, c, d, level))
        }
      }
      a = b
      d = c
    }
  }
  return loopsOf(next, points)
}

// Every edge of the grid has a number: the one right of a corner is even, the one below it odd.
function edgeOf(nx: number, i: number, j: number, side: number): number {
  const corner = (j + (side === 2 ? 2 : 1)) * (nx + 2) + i + (side === 1 ? 2 : 1)
  return corner * 2 + (side % 2)
}

/** Where the level lies on an edge of a cell with these corners. */
function crossed(
  i: number,
  j: number,
  side: number,
  a: number,
  b: number,
  c: number,
  d: number,
  level: number,
): Point {
  const share = (from: number, to: number) => (level - from) / (to - from || 1e-9)
  if (side === 0) return [i + share(a, b), j]
  if (side === 1) return [i + 1, j + share(b, c)]
  return side === 2 ? [i + share(d, c), j + 1] : [i, j + share(a, d)]
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
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < loop.length; i++) {
    const x = (loop[i] as Point)[0]
    if (x < least) least = x
    if (x > most) most = x
  }
  return most - least
}
