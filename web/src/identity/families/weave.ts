import { fnv1a } from "../random"
import { group, type Hand, type Size, type Slot, type Thing, turned } from "./hand"
import { numbers } from "./spline"
import { monotone, type Profile, profile } from "./today/profile"
import { type Mode, n1, outline, vessel } from "./today/vessel"
import { bustOf } from "./vessels"

type Pattern = keyof typeof OVER
type Basket = { form: Profile; pattern: Pattern; size: Size }

/** Whether the strand of row r lies over column c. */
const OVER = {
  plain: (r: number, c: number) => (r + c) % 2 === 0,
  twill: (r: number, c: number) => (r + c) % 4 < 2,
  herring: (r: number, c: number) => (((c % 8 < 4 ? r + c : r - c + 7) % 4) + 4) % 4 < 2,
  diamond: (r: number, c: number) =>
    ((Math.abs((r % 12) - 6) + Math.abs((c % 12) - 6)) >> 1) % 2 === 0,
  basket: (r: number, c: number) => ((r >> 1) + (c >> 1)) % 2 === 0,
}

const HIVE = monotone([
  [0, 0.96],
  [0.1, 1],
  [0.35, 0.98],
  [0.6, 0.84],
  [0.82, 0.56],
  [0.94, 0.3],
  [1, 0.16],
])
const HAMPER = monotone([
  [0, 0.82],
  [0.06, 0.86],
  [0.5, 0.96],
  [0.94, 1],
  [1, 0.98],
])
const QUIVER = monotone([
  [0, 0.74],
  [0.05, 0.78],
  [0.4, 0.8],
  [0.8, 0.94],
  [1, 1],
])
const DISH = monotone([
  [0, 0.46],
  [0.12, 0.6],
  [0.5, 0.88],
  [1, 1],
])

const BASKETS: Record<string, Basket> = {
  urn: { form: profile("lota"), pattern: "twill", size: [136, 132] },
  hamper: { form: HAMPER, pattern: "plain", size: [124, 112] },
  hive: { form: HIVE, pattern: "herring", size: [124, 146] },
  quiver: { form: QUIVER, pattern: "diamond", size: [78, 172] },
  creel: { form: profile("matka"), pattern: "basket", size: [140, 132] },
  dish: { form: DISH, pattern: "twill", size: [176, 72] },
  caddy: { form: profile("jar"), pattern: "diamond", size: [112, 132] },
  pail: { form: profile("kulhad"), pattern: "herring", size: [128, 108] },
}
const NAMES = Object.keys(BASKETS)

const basketOf = (form: string) =>
  BASKETS[NAMES.includes(form) ? form : (NAMES[fnv1a(form) % NAMES.length] as string)] as Basket

/** A basket: strands going over and under. */
function basket(form: Profile, pattern: Pattern, thing: Thing): string {
  const { cx, base, w, h, tilt = 0.17, mode = "solid", upto = 1, shadow = true } = thing
  if (mode === "draft" || mode === "plan") return vessel({ ...thing, kind: "jar", form })
  const step = thing.step ?? 8.6
  const rows = Math.max(6, Math.round(h / step / 0.84))
  const built = Math.round(rows * upto)
  const t = built / rows
  const [r, y] = [(form(t) * w) / 2, base - t * h]
  const isClear = mode === "glass" || mode === "lit"
  const ground = Math.max(form(0) * w * 0.72, w * 0.5)
  const rim = isClear
    ? ""
    : `<ellipse class="v-rim" cx="${n1(cx)}" cy="${n1(y)}" rx="${n1(r)}" ry="${n1(r * tilt)}"/>`
  const body = [
    shadow
      ? `<ellipse class="v-sh" cx="${n1(cx + ground * 0.16)}" cy="${n1(base + 1)}" rx="${n1(ground * 1.2)}" ry="${n1(ground * 0.16)}"/>`
      : "",
    rim,
    `<path class="${isClear ? "v-body" : "v-side"}" d="${behind(form, thing, tilt, t)}"/>`,
    `<path d="${strands(form, pattern, thing, tilt, rows, built)}"/>`,
    `<path class="v-ln" d="M${n1(cx - r)} ${n1(y)}A${n1(r)} ${n1(r * tilt)} 0 1 1 ${n1(cx + r)} ${n1(y)}"/>`,
  ].join("")
  return group(mode, body)
}

/** All strands as one path. Columns that a strand crosses in a row are one piece, as on a loom. */
function strands(
  form: Profile,
  pattern: Pattern,
  thing: Thing,
  tilt: number,
  rows: number,
  built: number,
) {
  const { cx, base, w, h } = thing
  const over = OVER[pattern]
  const cols = Math.max(10, Math.min(18, Math.round((w * 1.3) / (thing.step ?? 8.6))))
  const at = (c: number, r: number): [number, number] => {
    const angle = (c / cols - 0.5) * Math.PI
    const t = Math.min(1, r / rows)
    const radius = (form(t) * w) / 2
    return [
      tenth(cx + radius * Math.sin(angle)),
      tenth(base - t * h + radius * tilt * Math.cos(angle)),
    ]
  }
  let d = ""
  let [x, y] = [0, 0]
  const go = ([px, py]: [number, number]) => {
    const step = [px - x, py - y]
    ;[x, y] = [px, py]
    return step
  }
  for (let r = 0; r < built; r++) {
    for (let c = 0; c < cols; c++) {
      if (!over(r, c)) continue
      let end = c + 1
      while (end < cols && end - c < 4 && over(r, end)) end++
      const [first, ...corners] = piece(c, end).map(([col, row]) => at(col, r + row))
      const start = go(first as [number, number])
      d += `${d ? "m" : "M"}${numbers(start)}l${numbers(corners.flatMap(go))}z`
      ;[x, y] = first as [number, number]
      c = end - 1
    }
  }
  return d
}

/** The corners of a piece that lies over columns c to end, bent every second column. */
function piece(c: number, end: number): [col: number, row: number][] {
  const [left, right] = [c + 0.03, end - 0.03]
  const corners: [number, number][] = [[left, 0.1]]
  for (let k = c + 2; k < end; k += 2) corners.push([k, 0.1])
  corners.push([right, 0.1], [right, 0.9])
  for (let k = end - 2 - ((end - c) % 2); k > c; k -= 2) corners.push([k, 0.9])
  return [...corners, [left, 0.9]]
}

const tenth = (n: number) => Math.round(n * 10) / 10

/** The dark behind the strands. */
function behind(form: Profile, { cx, base, w, h }: Thing, tilt: number, upto: number): string {
  let [left, right] = ["", ""]
  for (let i = 0; i <= 24; i++) {
    const t = (upto * i) / 24
    const r = (form(t) * w) / 2
    const y = n1(base - t * h)
    left += `${i ? "L" : "M"}${n1(cx - r)} ${y}`
    right = `L${n1(cx + r)} ${y}${right}`
  }
  const [foot, rim] = [(form(0) * w) / 2, (form(upto) * w) / 2]
  return `${left}A${n1(rim)} ${n1(rim * tilt)} 0 0 0 ${n1(cx + rim)} ${n1(base - upto * h)}${right}A${n1(foot)} ${n1(foot * tilt)} 0 0 1 ${n1(cx - foot)} ${n1(base)}Z`
}

const LINE: [form: string, x: number, lift: number, mode: Mode, scale: number][] = [
  ["quiver", 84, 14, "glass", 1.16],
  ["pail", 196, 0, "solid", 0.86],
  ["urn", 330, 2, "solid", 1.12],
  ["hive", 478, 10, "ink", 1.12],
  ["hamper", 594, 0, "solid", 0.72],
]

const PEOPLE: Pattern[] = ["twill", "herring", "plain", "diamond"]

export const weave: Hand = {
  id: "weave",
  label: "Weave",
  note: "baskets, over and under",
  forms: NAMES,
  size: (form) => basketOf(form).size,
  draw: (form, thing) => {
    const { form: shape, pattern } = basketOf(form)
    const step = Math.max(6.4, Math.min(thing.h, thing.w) / 12.5)
    const { upto = 1 } = thing
    const rest = upto < 1 ? outline({ ...thing, kind: "jar", form: shape }, upto) : ""
    return basket(shape, pattern, { ...thing, step }) + rest
  },
  person: (index, _, thing) =>
    basket(bustOf(index), PEOPLE[index % 4] as Pattern, {
      ...thing,
      tilt: 0.13,
      upto: 0.985,
      step: 8,
    }),
  line: ({ turn }) =>
    LINE.map(([was, cx, lift, mode, scale]): Slot => {
      const form = turned(NAMES, was, turn)
      const [w, h] = basketOf(was).size
      const [w0, h0] = basketOf(form).size
      const k = Math.min((w * scale * 1.15) / w0, (h * scale) / h0)
      return {
        form,
        cx,
        base: 356 - lift,
        w: w0 * (turn ? k : scale),
        h: h0 * (turn ? k : scale),
        mode,
      }
    }),
  hero: ({ turn }) => turned(NAMES, "urn", turn),
  work: ({ turn }) => turned(NAMES, "urn", turn),
  extent: (_, w, h) => ({ w, h, tip: 0 }),
  scale: { object: 1, roles: 0.82, stock: 0.52, reserved: 1.16 },
  gap: 18,
  columns: 8,
  depth: 0,
  heavy: true,
}
