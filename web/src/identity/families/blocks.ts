import { fnv1a } from "../random"
import { group, type Hand, type Size, type Slot, type Thing, turned } from "./hand"
import { type Mode, n1 } from "./today/vessel"

type Kind = "box" | "arch" | "half" | "cylinder"
/** A block on a grid 100 wide, y up. */
type Block = readonly [kind: Kind, x: number, y: number, w: number, h: number, ink?: "ink"]
type Kit = { blocks: readonly Block[]; size: Size }

const KITS: Record<string, Kit> = {
  tower: {
    blocks: [
      ["box", 6, 0, 88, 22],
      ["box", 24, 22, 52, 66],
      ["arch", 24, 88, 52, 40, "ink"],
      ["half", 34, 128, 32, 16],
    ],
    size: [120, 172],
  },
  gate: {
    blocks: [
      ["box", 0, 0, 26, 78],
      ["box", 74, 0, 26, 78],
      ["box", 0, 78, 100, 22, "ink"],
      ["half", 26, 100, 48, 24],
    ],
    size: [148, 184],
  },
  steps: {
    blocks: [
      ["box", 0, 0, 36, 100],
      ["box", 36, 0, 34, 66, "ink"],
      ["box", 70, 0, 34, 34],
    ],
    size: [150, 150],
  },
  offset: {
    blocks: [
      ["box", 10, 0, 90, 26, "ink"],
      ["box", 0, 26, 74, 30],
      ["box", 26, 56, 66, 28],
      ["cylinder", 36, 84, 34, 30],
    ],
    size: [142, 162],
  },
  hall: {
    blocks: [
      ["arch", 0, 0, 50, 62],
      ["arch", 50, 0, 50, 62],
      ["box", 0, 62, 100, 18, "ink"],
      ["box", 20, 80, 60, 26],
    ],
    size: [160, 170],
  },
  silo: {
    blocks: [
      ["cylinder", 4, 0, 46, 96],
      ["cylinder", 54, 0, 42, 62, "ink"],
      ["half", 4, 96, 46, 22],
    ],
    size: [132, 156],
  },
  zig: {
    blocks: [
      ["box", 0, 0, 100, 24],
      ["box", 14, 24, 72, 24],
      ["box", 28, 48, 44, 24, "ink"],
      ["half", 32, 72, 36, 18],
    ],
    size: [170, 154],
  },
  lamp: {
    blocks: [
      ["box", 18, 0, 64, 18, "ink"],
      ["box", 40, 18, 20, 58],
      ["half", 6, 76, 88, 44],
    ],
    size: [128, 154],
  },
  stall: {
    blocks: [
      ["box", 6, 0, 14, 58],
      ["box", 80, 0, 14, 58],
      ["box", 20, 0, 60, 30, "ink"],
      ["box", 0, 58, 100, 14],
      ["half", 24, 72, 52, 26],
    ],
    size: [158, 156],
  },
  pair: {
    blocks: [
      ["box", 0, 0, 44, 120],
      ["box", 50, 0, 44, 78],
      ["half", 50, 78, 44, 22, "ink"],
    ],
    size: [126, 158],
  },
}
const NAMES = Object.keys(KITS)

const PEOPLE: readonly (readonly Block[])[] = [
  [
    ["half", 4, 0, 92, 46],
    ["box", 38, 42, 24, 14],
    ["cylinder", 26, 56, 48, 52, "ink"],
  ],
  [
    ["box", 4, 0, 92, 46],
    ["box", 38, 46, 24, 14],
    ["cylinder", 26, 60, 48, 50, "ink"],
  ],
  [
    ["half", 4, 0, 92, 46],
    ["box", 38, 42, 24, 14],
    ["box", 26, 56, 48, 50, "ink"],
  ],
  [
    ["box", 4, 0, 92, 46],
    ["box", 38, 46, 24, 14],
    ["half", 26, 60, 48, 40, "ink"],
  ],
]
const PLINTH: readonly Block[] = [["box", 0, 0, 100, 32]]

const kitOf = (form: string) =>
  KITS[NAMES.includes(form) ? form : (NAMES[fnv1a(form) % NAMES.length] as string)] as Kit
const topOf = (blocks: readonly Block[]) => Math.max(...blocks.map(([, , y, , h]) => y + h))

/** From the grid of a kit to the drawing: the front face, and the same point as far back as a block is deep. */
type View = {
  k: number
  step: number
  depth: [dx: number, dy: number]
  front(x: number, y: number): string
  back(x: number, y: number): string
  half(x: number, y: number): [x: number, y: number]
}

function viewOf({ cx, base, step = 6.4 }: Thing, k: number): View {
  const left = cx - 50 * k
  const [dx, dy] = [9 * k * 1.15, 6.4 * k * 1.15]
  const at = (x: number, y: number, back: number) =>
    [left + x * k + dx * back, base - y * k - dy * back] as [number, number]
  const text = (x: number, y: number, back: number) => at(x, y, back).map(n1).join(" ")
  return {
    k,
    step: step / k,
    depth: [dx, dy],
    front: (x, y) => text(x, y, 0),
    back: (x, y) => text(x, y, 1),
    half: (x, y) => at(x, y, 0.5),
  }
}

/** A builder's set, coursed like brick. */
function build(blocks: readonly Block[], thing: Thing): string {
  const { cx, base, mode = "solid", upto = 1, shadow = true } = thing
  const top = topOf(blocks)
  const k = Math.min(thing.w / 100, thing.h / top)
  const view = viewOf(thing, k)
  const inSequence = [...blocks].sort((a, b) => a[2] - b[2] || a[1] - b[1])
  const dashed = mode === "draft" || mode === "plan"
  const ground = { cx: cx + view.depth[0] * 0.6, r: 54 * k }
  let body =
    shadow && mode !== "plan"
      ? `<g class="v"><ellipse class="v-sh" cx="${n1(ground.cx + ground.r * 0.16)}" cy="${n1(base)}" rx="${n1(ground.r * 1.2)}" ry="${n1(ground.r * 0.12)}"/></g>`
      : ""
  for (const block of inSequence) {
    const tone: Mode = mode === "solid" && block[5] ? "ink" : mode
    body += group(tone, blockParts(block, view, dashed ? undefined : top * upto))
  }
  if (upto >= 1 || dashed) return body
  const open = inSequence.filter(([, , y, , h]) => y + h > top * upto + 1)
  return body + open.map((block) => group("draft", blockParts(block, view))).join("")
}

/** One block, built up to a height; without one it is a dashed plan. */
function blockParts(block: Block, view: View, built?: number): string {
  const [kind, , y, , h] = block
  if (built !== undefined && y >= built) return ""
  const lid = built === undefined ? y + h : Math.min(y + h, built)
  const courses = built === undefined ? [] : coursesOf(y, lid, view)
  if (kind === "cylinder") return cylinder(block, view, lid, built === undefined)
  if (kind === "half") return halfDisc(block, view, courses)
  return box(block, view, lid, courses)
}

function coursesOf(y: number, lid: number, { k, step }: View): number[] {
  const courses: number[] = []
  const first = Math.ceil((y * k) / (step * k) + 0.01) * step
  for (let at = first; at < lid - 0.5; at += step) courses.push(at)
  return courses
}

function box([kind, x, y, w, h]: Block, view: View, lid: number, courses: number[]): string {
  const { front, back } = view
  const right = x + w
  const sides = `<path class="v-side" d="M${front(right, y)}L${back(right, y)}L${back(right, lid)}L${front(right, lid)}Z"/><path class="v-top" d="M${front(x, lid)}L${back(x, lid)}L${back(right, lid)}L${front(right, lid)}Z"/>`
  const course = (at: number, gap = "") =>
    `<path class="v-ln" d="M${front(x, at)}${gap}L${front(right, at)}L${back(right, at)}"/>`
  if (kind === "box") {
    const face = `<path d="M${front(x, y)}L${front(x, lid)}L${front(right, lid)}L${front(right, y)}Z"/>`
    return sides + face + courses.map((at) => course(at)).join("")
  }
  const r = w * 0.29
  const middle = x + w / 2
  const spring = Math.min(y + h * 0.42, lid - r - 4)
  const arc = n1(r * view.k)
  const face = `<path d="M${front(x, y)}L${front(x, lid)}L${front(right, lid)}L${front(right, y)}L${front(middle + r, y)}L${front(middle + r, spring)}A${arc} ${arc} 0 0 0 ${front(middle - r, spring)}L${front(middle - r, y)}Z"/>`
  const lines = courses.map((at) => {
    const half = at <= spring ? r : Math.sqrt(Math.max(0, r * r - (at - spring) ** 2))
    return course(at, half ? `L${front(middle - half, at)}M${front(middle + half, at)}` : "")
  })
  return sides + face + lines.join("")
}

function cylinder([, x, y, w]: Block, view: View, lid: number, dashed: boolean): string {
  const r = (w / 2) * view.k
  const ring = (at: number, cls = "") => {
    const [cx, cy] = view.half(x + w / 2, at)
    return `<ellipse${cls} cx="${n1(cx)}" cy="${n1(cy)}" rx="${n1(r)}" ry="${n1(r * 0.2)}"/>`
  }
  const point = (px: number, py: number) => view.half(px, py).map(n1).join(" ")
  if (dashed) {
    return `<path d="M${point(x, y)}L${point(x, lid)}M${point(x + w, y)}L${point(x + w, lid)}"/>${ring(lid)}`
  }
  let rings = ""
  for (let at = y; at <= lid + 0.1; at += view.step) rings += ring(at)
  const body = `<path class="v-body" d="M${point(x, y)}L${point(x, lid)}L${point(x + w, lid)}L${point(x + w, y)}Z"/>`
  return body + rings + ring(lid, ' class="v-top"')
}

function halfDisc([, x, y, w, h]: Block, view: View, courses: number[]): string {
  const { front, back, k, depth } = view
  const r = w / 2
  const middle = x + r
  // Where the rim turns away from the eye.
  const turn = Math.PI - Math.atan((h * depth[0]) / (r * depth[1]))
  const rim = (side: View["front"], from: number, to: number) =>
    Array.from({ length: 13 }, (_, i) => {
      const angle = from + ((to - from) * i) / 12
      return side(middle + r * Math.cos(angle), y + h * Math.sin(angle))
    })
  const side = [...rim(front, 0, turn), ...rim(back, turn, 0)].join("L")
  const face = `M${front(x, y)}A${n1(r * k)} ${n1(h * k)} 0 0 1 ${front(x + w, y)}Z`
  const lines = courses.map((at) => {
    const half = r * Math.sqrt(Math.max(0, 1 - ((at - y) / h) ** 2))
    return `<path class="v-ln" d="M${front(middle - half, at)}L${front(middle + half, at)}"/>`
  })
  return `<path class="v-side" d="M${side}Z"/><path d="${face}"/>${lines.join("")}`
}

const LINE: [form: string, x: number, lift: number, mode: Mode, scale: number][] = [
  ["pair", 84, 16, "glass", 1],
  ["steps", 204, 0, "solid", 0.74],
  ["gate", 344, 2, "solid", 1.02],
  ["tower", 486, 12, "solid", 1.24],
  ["lamp", 592, 0, "solid", 0.72],
]

function extent(form: string, w: number, h: number): { w: number; h: number; tip: number } {
  const top = topOf(kitOf(form).blocks)
  const k = Math.min(w / 100, h / top)
  return { w: 100 * k, h: top * k, tip: 0 }
}

export const blocks: Hand = {
  id: "blocks",
  label: "Blocks",
  note: "a builder’s set, coursed like brick",
  forms: NAMES,
  size: (form) => kitOf(form).size,
  draw: (form, thing) => build(kitOf(form).blocks, thing),
  person: (index, _, thing) =>
    build(PEOPLE[index % 4] as readonly Block[], {
      ...thing,
      h: thing.h * 1.02,
      mode: thing.mode === "ink" ? "solid" : thing.mode,
    }),
  line: ({ turn }) =>
    LINE.map(([was, cx, lift, mode, scale]): Slot => {
      const form = turned(NAMES, was, turn)
      const [w, h] = kitOf(was).size
      return { form, cx, base: 356 - lift, w: w * scale, h: h * scale, mode }
    }),
  hero: ({ turn }) => turned(NAMES, "gate", turn),
  work: ({ turn }) => turned(NAMES, "zig", turn),
  extent,
  scale: { object: 1, roles: 0.68, stock: 0.52, reserved: 1.16 },
  gap: 18,
  columns: 8,
  depth: 14,
  plinth: (_, mode) => ({
    body: build(PLINTH, { cx: 272, base: 410, w: 296, h: 98, mode, step: 8.4, shadow: false }),
    top: 308,
  }),
}
