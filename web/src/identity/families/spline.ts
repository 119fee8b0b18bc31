import type { Point } from "../letters"

/** Numbers joined the shortest way that SVG allows. */
export function numbers(list: number[]): string {
  let text = ""
  let hasPoint = false
  for (let i = 0; i < list.length; i++) {
    const n = Math.round((list[i] as number) * 10) / 10
    let one = String(n)
    // No zero before the point.
    if (n > -1 && n < 0) one = `-${one.slice(2)}`
    else if (n > 0 && n < 1) one = one.slice(1)
    const joins = i === 0 || n < 0 || (hasPoint && n > 0 && n < 1)
    text += joins ? one : ` ${one}`
    hasPoint = one.includes(".")
  }
  return text
}

/** A closed spline in short form. Control points lie on a grid of .4, so their middles fall on .2 and `t` reflects them exactly: two numbers a point, no drift. */
export function closedSpline(points: Point[]): string {
  const grid = gridded(points)
  const first = grid[0] as Point
  const last = grid[grid.length - 1] as Point
  const x0 = last[0] + first[0]
  const y0 = last[1] + first[1]
  let [x, y] = [x0, y0]
  const steps: number[] = []
  for (let i = 0; i < grid.length; i++) {
    const a = grid[i] as Point
    const b = grid[i + 1] ?? first
    steps.push((a[0] + b[0] - x) * 0.2, (a[1] + b[1] - y) * 0.2)
    x = a[0] + b[0]
    y = a[1] + b[1]
  }
  const control = [first[0] * 0.4 - x0 * 0.2, first[1] * 0.4 - y0 * 0.2]
  return `M${numbers([x0 * 0.2, y0 * 0.2])}q${numbers([...control, ...steps.slice(0, 2)])}t${numbers(steps.slice(2))}z`
}

function gridded(points: Point[]): Point[] {
  const grid: Point[] = []
  let last: Point | undefined
  for (let i = 0; i < points.length; i++) {
    const point = points[i] as Point
    const x = Math.round(point[0] * 2.5)
    const y = Math.round(point[1] * 2.5)
    if (last?.[0] === x && last[1] === y) continue
    last = [x, y]
    grid.push(last)
  }
  return grid
}

/** Leaves out points that are nearer than `least` to the one before. */
export function thinned(points: Point[], least: number): Point[] {
  const kept: Point[] = []
  let last: Point | undefined
  for (let i = 0; i < points.length; i++) {
    const point = points[i] as Point
    const dx = last ? point[0] - last[0] : least
    const dy = last ? point[1] - last[1] : 0
    if (dx * dx + dy * dy < least * least) continue
    kept.push(point)
    last = point
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
  for (let n = 0; n < loops.length; n++) {
    const loop = loops[n] as Point[]
    let b = loop[loop.length - 1] as Point
    for (let i = 0; i < loop.length; i++) {
      const a = loop[i] as Point
      if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0])
        inside = !inside
      b = a
    }
  }
  return inside
}
