import type { Point } from "../letters"
import { random } from "../random"
import { contours, type Field, widthOf } from "./contour"
import { group, type Thing } from "./hand"
import { closedSpline, thinned, thinnedUnder } from "./spline"
import { n1 } from "./today/vessel"

/** A hill of a landscape, on a map that is 1 wide and 1 deep. */
export type Hill = readonly [x: number, y: number, height: number, spreadX: number, spreadY: number]
export type Land = { hills: readonly Hill[]; pit?: Hill; cap?: number }

type Plates = Thing & {
  land: Land
  seed: string
  nx?: number
  ny?: number
  rough?: number
  /** The least width of the summit, as a share of the land: a plate, never a coin. */
  crown?: number
}

/** The plates of a landscape alone, its group, and the middle of its highest plate. */
type Drawn = { paths: string; body: string; peak: Point }

const LOWEST = 0.2

/** A landscape model of stacked plates. */
export function plates(of: Plates): Drawn {
  const { cx, base, w, h, mode = "solid", upto = 1, shadow = true } = of
  const depth = w * (of.tilt ?? 0.46)
  const n = Math.max(6, Math.round(h / (of.step ?? 6)))
  const plate = stack(of, n, depth)
  const peak = middleOf(plate(n)) ?? [cx, base - h]
  const hop = Math.max(2, Math.round(n / 5))
  const isClear = (mode === "glass" || mode === "lit") && !of.cover
  const path = (k: number, next = 0) =>
    plate(k)
      .map((loop) => closedSpline(isClear || !next ? loop : thinnedUnder(loop, plate(next))))
      .join("")
  const every = (from: number) => {
    let d = ""
    for (let k = from; k <= n; k += hop) d += path(k)
    return d
  }
  if (mode === "draft" || mode === "plan") {
    const axis = `<path class="v-axis" d="M${n1(peak[0])} ${n1(base + 10)}V${n1(peak[1] - 18)}"/>`
    const body = group(mode, `<path d="${every(0)}"/>${axis}`)
    return { paths: "", body, peak }
  }
  const last = Math.round(n * upto)
  let paths = ""
  for (let k = 0; k <= last; k++) paths += `<path d="${path(k, k < last ? k + 1 : 0)}"/>`
  const soft = shadow
    ? `<ellipse class="v-sh" cx="${n1(cx + w * 0.04)}" cy="${n1(base - depth * 0.22)}" rx="${n1(w * 0.5)}" ry="${n1(depth * 0.44)}"/>`
    : ""
  const rest = upto < 1 ? group("draft", `<path d="${every(last + 2)}"/>`) : ""
  return { paths, body: group(mode, soft + paths) + rest, peak }
}

/** The loops of plate k, as they stand in the drawing. */
function stack({ land, seed, cx, base, w, h, ...of }: Plates, n: number, depth: number) {
  const { nx = 56, ny = 34 } = of
  const field = landscape(seed, land, nx, ny, of.rough ?? 0.9)
  const least = Math.max(4, Math.min(11, w / 24))
  const top = summit(field, of.crown ?? 0.17) - 0.015
  const cut = new Map<number, Point[][]>()
  return (k: number): Point[][] => {
    const known = cut.get(k)
    if (known) return known
    const loops = contours(field, LOWEST + ((top - LOWEST) * k) / n)
      .filter((loop) => widthOf(loop) / (nx - 1) > Math.max(0.045, 9 / w))
      .map((loop) => {
        const placed = loop.map(
          (point): Point => [
            cx + (point[0] / (nx - 1) - 0.5) * w,
            base + (point[1] / (ny - 1) - 0.78) * depth - (k / n) * h,
          ],
        )
        return thinned(placed, least)
      })
    cut.set(k, loops)
    return loops
  }
}

function middleOf(loops: Point[][]): Point | undefined {
  const [widest] = [...loops].sort((a, b) => widthOf(b) - widthOf(a))
  if (!widest) return undefined
  const sum = (axis: 0 | 1) => widest.reduce((all, point) => all + point[axis], 0)
  return [sum(0) / widest.length, sum(1) / widest.length]
}

/** The highest level whose widest loop is still a crown wide. Loops only widen downwards, so halving finds it. */
function summit(field: Field, crown: number): number {
  const level = (step: number) => 1 - step * 0.02
  const isBroad = (step: number) =>
    Math.max(0, ...contours(field, level(step) - 0.015).map(widthOf)) / (field.nx - 1) >= crown
  let [narrow, broad] = [-1, 25]
  while (broad - narrow > 1) {
    const middle = (narrow + broad) >> 1
    if (isBroad(middle)) broad = middle
    else narrow = middle
  }
  return level(broad)
}

function landscape(seed: string, land: Land, nx: number, ny: number, rough: number): Field {
  const next = random(seed)
  const phase = Array.from({ length: 12 }, () => next() * 6.28)
  const wave = (at: number, index: number) => Math.sin(at + (phase[index] as number))
  const z = new Float64Array(nx * ny)
  let top = 0
  for (let j = 0; j < ny; j++) {
    const v = j / (ny - 1)
    for (let i = 0; i < nx; i++) {
      const u = i / (nx - 1)
      const swayX = wave(v * 9, 0) + wave(u * 13, 1) * 0.6 + wave((u + v) * 23, 8) * 0.4
      const swayY = wave(u * 11, 2) + wave(v * 8, 3) * 0.6 + wave((u - v) * 19, 9) * 0.4
      const height = heightAt(land, u + rough * 0.035 * swayX, v + rough * 0.05 * swayY)
      // The land ends before the map does.
      const shore = Math.min(1, Math.min(u, 1 - u) * 7) * Math.min(1, Math.min(v, 1 - v) * 5)
      const ripple = 1 + rough * 0.07 * wave(u * 21, 4) * wave(v * 17, 5)
      const one = capped(height * shore * ripple, land.cap)
      z[j * nx + i] = one
      if (one > top) top = one
    }
  }
  return { nx, ny, z: z.map((one) => Math.sign(one) * (Math.abs(one) / top) ** 0.72) }
}

function heightAt({ hills, pit }: Land, x: number, y: number): number {
  let z = 0
  for (let i = 0; i < hills.length; i++) {
    const hill = hills[i] as Hill
    const q = away(hill, x, y)
    z += hill[2] * (0.62 * Math.exp(-q) + 0.38 / (1 + q * 1.6) - 0.02)
  }
  return pit ? z - pit[2] * Math.exp(-away(pit, x, y)) : z
}

/** How far a point is from the middle of a hill, in squares of its spread. */
function away(hill: Hill, x: number, y: number): number {
  const dx = (x - hill[0]) / hill[3]
  const dy = (y - hill[1]) / hill[4]
  return dx * dx + dy * dy
}

const capped = (z: number, cap?: number) =>
  cap === undefined || z < cap ? z : cap + (z - cap) * 0.08
