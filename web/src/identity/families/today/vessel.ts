import type { Point } from "../../letters"
import { numbers } from "../spline"
import { type Kind, type Profile, profile } from "./profile"

/** How a thing is shown: three tones by day, two at night, and dashed by day and at night. */
export type Mode = "solid" | "ink" | "glass" | "night" | "lit" | "draft" | "plan"

export type Place = { cx: number; base: number; w: number; h: number }

export type Vessel = Place & {
  kind: Kind
  mode?: Mode
  /** Distance between two contours. */
  step?: number
  /** How flat the contours are: height of an ellipse over its width. */
  tilt?: number
  /** The share that is built, from the base. */
  upto?: number
  shadow?: boolean
  /** A form of its own instead of the one of its kind. */
  form?: Profile
}

/** One decimal is finer than a pixel at any size we draw, and halves the page. */
export const n1 = (n: number) => String(Math.round(n * 10) / 10)

export const ellipse = (cx: number, cy: number, rx: number, tilt: number, cls = "") =>
  `<ellipse${cls && ` class="${cls}"`} cx="${n1(cx)}" cy="${n1(cy)}" rx="${n1(rx)}" ry="${n1(rx * tilt)}"/>`

export function vessel(v: Vessel): string {
  const { cx, base, w, h, tilt = 0.17, step = 6, mode = "solid", upto = 1, shadow = true } = v
  const form = v.form ?? profile(v.kind)
  const ground = Math.max(form(0) * w * 0.72, w * 0.5)
  let s = shadow
    ? `<ellipse class="v-sh" cx="${n1(cx + w * 0.09)}" cy="${n1(base + 1)}" rx="${n1(ground * 1.15)}" ry="${n1(ground * tilt * 0.95)}"/>`
    : ""
  if (mode === "draft" || mode === "plan") {
    const foot = ellipse(cx, base, (form(0) * w) / 2, tilt)
    const axis = `<path class="v-axis" d="M${n1(cx)} ${n1(base + 12)}V${n1(base - h - 20)}"/>`
    return `<g class="v v-${mode}">${s}${outline(v)}${foot}${axis}</g>`
  }
  const rings = Math.max(8, Math.round(h / step))
  const built = Math.round(rings * upto)
  if (mode !== "glass" && mode !== "lit") {
    s += `<path class="v-body" d="${silhouette(form, v, tilt, built / rings)}"/>`
  }
  const ring = (i: number, cls?: string) =>
    ellipse(cx, base - (i / rings) * h, (form(i / rings) * w) / 2, tilt, cls)
  for (let i = 0; i < built; i++) s += ring(i)
  return `<g class="v v-${mode}">${s}${ring(built, "v-rim")}</g>`
}

/** The dashed part of a vessel that is not built yet, from the given height to the rim. */
export function outline(v: Vessel, from = 0): string {
  const { cx, base, w, h, tilt = 0.17 } = v
  const form = v.form ?? profile(v.kind)
  const left: Point[] = []
  const right: Point[] = []
  for (let i = 0; i <= 40; i++) {
    const t = from + ((1 - from) * i) / 40
    const r = (form(t) * w) / 2
    left.push([cx - r, base - t * h])
    right.push([cx + r, base - t * h])
  }
  return `<g class="v-${v.mode === "plan" ? "plan" : "draft"}"><path d="${line(left)}${line(right)}"/>${ellipse(cx, base - h, (form(1) * w) / 2, tilt)}</g>`
}

function silhouette(form: Profile, { cx, base, w, h }: Place, tilt: number, upto: number): string {
  const left: Point[] = []
  const right: Point[] = []
  for (let i = 0; i <= 36; i++) {
    const t = (upto * i) / 36
    const r = (form(t) * w) / 2
    left.push([cx - r, base - t * h])
    right.unshift([cx + r, base - t * h])
  }
  const foot = (form(0) * w) / 2
  return `${line([...left, ...right])}A${n1(foot)} ${n1(foot * tilt)} 0 0 1 ${n1(cx - foot)} ${n1(base)}Z`
}

/** A line through points, as steps between tenths: a form that stands elsewhere too is the same text again, and compresses to nothing. */
function line(points: Point[]): string {
  const tenths = points.map(([x, y]): Point => [Math.round(x * 10), Math.round(y * 10)])
  let [x, y] = [0, 0]
  const steps = tenths.flatMap(([nextX, nextY]) => {
    const step = [(nextX - x) / 10, (nextY - y) / 10]
    x = nextX
    y = nextY
    return step
  })
  return `M${numbers(steps.slice(0, 2))}l${numbers(steps.slice(2))}`
}

/** The dot: the agent that shops. Its core shows where the hue needs a disc of ink around it. */
export function ball(x: number, y: number, r: number): string {
  const shadow = `<ellipse class="ball-sh" cx="${n1(x + r * 0.3)}" cy="${n1(y + r * 0.98)}" rx="${n1(r * 1.25)}" ry="${n1(r * 0.24)}"/>`
  const circle = (radius: number, look: string) =>
    `<circle cx="${n1(x)}" cy="${n1(y)}" r="${n1(radius)}" ${look}/>`
  return `<g class="ball">${shadow}${circle(r, 'fill="url(#gDot)"')}${circle(r * 0.46, 'class="ball-core"')}</g>`
}
