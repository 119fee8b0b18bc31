import { ALPHABET, covered, distance, glyph, HALF, hasGlyph, initialOf } from "../letters"
import { contours } from "./contour"
import { group, type Hand, type Slot, type Studio, type Thing } from "./hand"
import { closedSpline } from "./spline"
import { n1 } from "./today/vessel"

const FLAT_TOPS = "ABDEFHIJKLMNPRTUVWXYZ1457"
const FLAT_FEET = "ABDEFHIKLMNPRTVWXYZ1247"
const formOf = (name: string) => (hasGlyph(name) ? name : initialOf(name) || "O")

// A stroke that ends flat keeps its full width to the end.
function levelled(letter: string, y: number): number {
  const foot = FLAT_FEET.includes(letter) ? 10 : 3.5
  const top = FLAT_TOPS.includes(letter) ? 90 : 96.5
  return Math.max(foot, Math.min(top, y))
}

type Span = [from: number, to: number]
const slices = new Map<string, Span[][]>()

/** A letter cut into n + 1 slices, each the spans that its strokes cover. */
function sliced(letter: string, n: number): Span[][] {
  const key = `${letter}${n}`
  const known = slices.get(key)
  if (known) return known
  const made = Array.from({ length: n + 1 }, (_, k) =>
    covered(letter, levelled(letter, Math.min(99.2, 0.8 + (98.4 * k) / n))),
  )
  slices.set(key, made)
  return made
}

/** The outline of a letter from the given height up. */
function outline(letter: string, left: number, base: number, k: number, from = 0): string {
  const { w, lines } = glyph(letter)
  const cell = 3
  const [nx, ny] = [Math.ceil((w + 12) / cell), Math.ceil(112 / cell)]
  const z = new Float64Array(nx * ny)
  for (let j = 0; j < ny; j++) {
    const y = j * cell - 6
    const isCut = y < from * 100 || y < 0 || y > 100
    for (let i = 0; i < nx; i++) {
      z[j * nx + i] = isCut ? -1 : HALF - distance(lines, i * cell - 6, levelled(letter, y))
    }
  }
  return contours({ nx, ny, z }, 0)
    .map((loop) =>
      closedSpline(loop.map(([x, y]) => [left + (x * cell - 6) * k, base - (y * cell - 6) * k])),
    )
    .join("")
}

/** An initial cut into contours. */
function letter(form: string, thing: Thing): string {
  const { cx, base, mode = "solid", upto = 1, shadow = true } = thing
  const { w, h } = extent(form, thing.w, thing.h)
  const k = h / 100
  const left = cx - w / 2
  if (mode === "draft" || mode === "plan") {
    const axis = `<path class="v-axis" d="M${n1(cx)} ${n1(base + 12)}V${n1(base - h - 18)}"/>`
    return group(mode, `<path d="${outline(form, left, base, k)}"/>${axis}`)
  }
  const isClear = mode === "glass" || mode === "lit"
  const n = Math.max(12, Math.round(h / (thing.step ?? (isClear ? 5 : 6))))
  const spans = sliced(form, n)
  const last = Math.round(n * upto)
  let body = shadow
    ? `<ellipse class="v-sh" cx="${n1(cx + w * 0.083)}" cy="${n1(base + 1)}" rx="${n1(w * 0.624)}" ry="${n1(w * 0.0624)}"/>`
    : ""
  for (let i = 0; i <= last; i++) {
    const above = i === last ? [] : (spans[i + 1] as Span[])
    for (const [from, to] of spans[i] as Span[]) {
      const isTop = !above.some(([a, b]) => a <= to && b >= from)
      body += slice(left + from * k, base - (i / n) * h, (to - from) * k, k, isTop && !isClear)
    }
  }
  const rest = upto < 1 ? group("draft", `<path d="${outline(form, left, base, k, upto)}"/>`) : ""
  return group(mode, body) + rest
}

function slice(x: number, y: number, w: number, k: number, isTop: boolean): string {
  const ry = 3.5 * k
  return `<rect${isTop ? ' class="v-rim"' : ""} x="${n1(x)}" y="${n1(y - ry)}" width="${n1(w)}" height="${n1(ry * 2)}" rx="${n1(Math.min(w / 2, 9 * k))}" ry="${n1(ry)}"/>`
}

function extent(form: string, w: number, h: number): { w: number; h: number; tip: number } {
  const wide = glyph(formOf(form)).w / 100
  const height = Math.min(h, (w * 1.25) / Math.max(0.5, wide))
  return { w: wide * height, h: height, tip: tipOf(formOf(form), height) }
}

// The dot stands on the first stroke that reaches the top.
function tipOf(form: string, h: number): number {
  const rows = sliced(form, 24)
  const [span] = [rows[24], rows[23]].find((row) => row?.length) ?? []
  if (!span) return 0
  return (((span[0] + span[1]) / 2 - glyph(form).w / 2) / 100) * h
}

const LINE: [index: number, lift: number, mode: Slot["mode"], scale: number][] = [
  [1, 14, "glass", 1.2],
  [2, 0, "solid", 0.8],
  [0, 2, "solid", 1.26],
  [3, 10, "ink", 1.4],
  [4, 0, "solid", 0.74],
]

// Letters are set by their widths, not on fixed places.
function line(_: Studio, form: (index: number) => string): Slot[] {
  const [w, h] = SIZE
  const set = LINE.map(([index, lift, mode, scale]) => {
    const one = form(index)
    return {
      form: one,
      lift,
      mode,
      w: w * scale,
      h: h * scale,
      own: extent(one, w * scale, h * scale).w,
    }
  })
  const total = set.reduce((sum, { own }) => sum + own, 0)
  const gap = Math.max(10, (590 - total) / (set.length - 1))
  let x = 324 - (total + gap * (set.length - 1)) / 2
  return set.map(({ own, lift, ...slot }) => {
    const cx = Math.round(x + own / 2)
    x += own + gap
    return { ...slot, cx, base: 356 - lift }
  })
}

const SIZE = [120, 138] as const

/** Initials, cut into contours. Accents are dropped, other scripts become an O. */
export const letters: Hand = {
  id: "letters",
  label: "Letters",
  note: "initials, cut into contours",
  forms: ALPHABET,
  formOf,
  size: () => SIZE,
  draw: (form, thing) => letter(formOf(form), thing),
  person: (index, name, thing) =>
    letter(initialOf(name) || ("AMKS"[index % 4] as string), {
      ...thing,
      h: thing.h * 0.82,
      step: 6.4,
    }),
  line,
  hero: ({ name }) => formOf(name),
  work: ({ name }) => formOf(name),
  extent,
  scale: { object: 1.12, roles: 0.82, stock: 0.52, reserved: 1.5 },
  gap: 22,
  columns: 8,
  depth: 0,
}
