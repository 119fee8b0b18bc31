import type { Point } from "../letters"

const tenths = (n: number) => String(Math.round(n * 10) / 10).replace(/^(-?)0\./, "$1.")

/** Numbers joined the shortest way that SVG allows. */
export function numbers(list: number[]): string {
  let text = ""
  let hasPoint = false
  list.forEach((n, i) => {
    const one = tenths(n)
    const joins = i === 0 || one.startsWith("-") || (one.startsWith(".") && hasPoint)
    text += joins ? one : ` ${one}`
    hasPoint = one.includes(".")
  })
  return text
}

/** A closed spline in short form. Control points lie on a grid of .4, so their middles fall on .2 and `t` reflects them exactly: two numbers a point, no drift. */
export function closedSpline(points: Point[]): string {
  const grid = gridded(points)
  const n = grid.length
  const middle = (i: number): Point => {
    const [a, b] = [grid[i] as Point, grid[(i + 1) % n] as Point]
    return [a[0] + b[0], a[1] + b[1]]
  }
  const [x0, y0] = middle(n - 1)
  const [cx, cy] = grid[0] as Point
  let [x, y] = middle(0)
  const first = [cx * 0.4 - x0 * 0.2, cy * 0.4 - y0 * 0.2, (x - x0) * 0.2, (y - y0) * 0.2]
  const rest: number[] = []
  for (let i = 1; i < n; i++) {
    const [mx, my] = middle(i)
    rest.push((mx - x) * 0.2, (my - y) * 0.2)
    ;[x, y] = [mx, my]
  }
  return `M${numbers([x0 * 0.2, y0 * 0.2])}q${numbers(first)}t${numbers(rest)}z`
}

function gridded(points: Point[]): Point[] {
  const grid: Point[] = []
  for (const [px, py] of points) {
    const [x, y] = [Math.round(px * 2.5), Math.round(py * 2.5)]
    const last = grid[grid.length - 1]
    if (last?.[0] !== x || last?.[1] !== y) grid.push([x, y])
  }
  return grid
}

/** Leaves out points that are nearer than `least` to the one before. */
export function thinned(points: Point[], least: number): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const last = kept[kept.length - 1]
    const [dx, dy] = last ? [point[0] - last[0], point[1] - last[1]] : [least, 0]
    if (dx * dx + dy * dy >= least * least) kept.push(point)
  }
  return kept.length > 3 ? kept : points
}

/** Thins what the next plate covers: one point in four, and two at either end of a run. */
export function thinnedUnder(points: Point[], cover: Point[][]): Point[] {
  if (cover.length === 0 || points.length < 12) return points
  const hidden = points.map(([x, y]) => isInside(cover, x, y))
  const start = hidden.indexOf(false)
  if (start < 0) return points.filter((_, i) => i % 3 === 0)
  const n = points.length
  const at = (k: number) => (start + k) % n
  const kept: Point[] = []
  for (let k = 0; k < n; ) {
    let run = 0
    while (k + run < n && hidden[at(k + run)]) run++
    for (let q = 0; q < run; q++) {
      if (q < 2 || q >= run - 2 || q % 4 === 0) kept.push(points[at(k + q)] as Point)
    }
    k += run
    if (k < n && run === 0) kept.push(points[at(k++)] as Point)
  }
  return kept
}

function isInside(loops: Point[][], x: number, y: number): boolean {
  let inside = false
  for (const loop of loops) {
    let [bx, by] = loop[loop.length - 1] as Point
    for (const [ax, ay] of loop) {
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
      ;[bx, by] = [ax, ay]
    }
  }
  return inside
}
