import type { Point } from "../letters"
import { fnv1a, random } from "../random"
import { type Box, group, type Hand, type Size, type Studio, type Thing } from "./hand"
import { type Land, plates } from "./plates"
import { closedSpline } from "./spline"
import { brackets } from "./today/scene"
import { ball, type Mode, n1 } from "./today/vessel"
import { bustOf } from "./vessels"

type Form = Land & { size: Size }

const LANDS: Record<string, Form> = {
  peak: {
    hills: [
      [0.44, 0.46, 1, 0.15, 0.2],
      [0.66, 0.6, 0.42, 0.13, 0.17],
      [0.5, 0.52, 0.42, 0.34, 0.36],
    ],
    size: [214, 104],
  },
  twin: {
    hills: [
      [0.34, 0.44, 0.95, 0.12, 0.18],
      [0.66, 0.54, 0.72, 0.12, 0.18],
      [0.5, 0.5, 0.4, 0.36, 0.36],
    ],
    size: [226, 98],
  },
  ridge: {
    hills: [
      [0.22, 0.62, 0.5, 0.1, 0.15],
      [0.4, 0.52, 0.78, 0.11, 0.16],
      [0.58, 0.45, 1, 0.11, 0.16],
      [0.76, 0.38, 0.6, 0.1, 0.14],
      [0.5, 0.5, 0.34, 0.4, 0.36],
    ],
    size: [236, 92],
  },
  mesa: {
    hills: [
      [0.48, 0.5, 1.3, 0.22, 0.27],
      [0.7, 0.6, 0.3, 0.2, 0.22],
      [0.5, 0.5, 0.35, 0.38, 0.38],
    ],
    cap: 0.86,
    size: [214, 80],
  },
  caldera: {
    hills: [
      [0.5, 0.5, 1.25, 0.24, 0.3],
      [0.5, 0.5, 0.35, 0.38, 0.38],
    ],
    pit: [0.52, 0.42, 0.95, 0.12, 0.15],
    size: [212, 84],
  },
  stack: {
    hills: [
      [0.46, 0.46, 1, 0.14, 0.18],
      [0.66, 0.58, 0.5, 0.12, 0.15],
      [0.5, 0.52, 0.4, 0.34, 0.36],
    ],
    size: [206, 122],
  },
  dune: {
    hills: [
      [0.32, 0.56, 0.7, 0.16, 0.22],
      [0.62, 0.44, 0.6, 0.2, 0.2],
      [0.5, 0.5, 0.4, 0.38, 0.36],
    ],
    size: [236, 58],
  },
  horn: {
    hills: [
      [0.58, 0.44, 1, 0.11, 0.16],
      [0.36, 0.58, 0.58, 0.13, 0.18],
      [0.72, 0.62, 0.3, 0.12, 0.14],
      [0.5, 0.52, 0.36, 0.36, 0.36],
    ],
    size: [214, 116],
  },
}
const NAMES = Object.keys(LANDS)

/** Ranges that fill a scene. */
const RANGE: Land = {
  hills: [
    [0.16, 0.6, 0.5, 0.09, 0.22],
    [0.3, 0.44, 0.62, 0.08, 0.2],
    [0.5, 0.5, 1, 0.1, 0.24],
    [0.43, 0.62, 0.55, 0.1, 0.2],
    [0.68, 0.42, 0.7, 0.08, 0.2],
    [0.84, 0.58, 0.46, 0.1, 0.22],
    [0.76, 0.62, 0.4, 0.08, 0.18],
  ],
}
const VIEW: Land = {
  hills: [
    [0.1, 0.56, 0.55, 0.07, 0.22],
    [0.22, 0.46, 0.8, 0.06, 0.2],
    [0.36, 0.58, 0.5, 0.08, 0.2],
    [0.52, 0.46, 1, 0.07, 0.22],
    [0.66, 0.58, 0.55, 0.08, 0.2],
    [0.8, 0.44, 0.86, 0.06, 0.2],
    [0.92, 0.56, 0.5, 0.07, 0.2],
  ],
}
const SADDLE: Land = {
  hills: [
    [0.2, 0.5, 0.8, 0.12, 0.24],
    [0.8, 0.44, 1, 0.12, 0.24],
    [0.5, 0.6, 0.5, 0.3, 0.3],
    [0.34, 0.62, 0.5, 0.12, 0.2],
    [0.66, 0.6, 0.55, 0.12, 0.2],
  ],
  pit: [0.5, 0.4, 0.3, 0.14, 0.2],
}

const landOf = (form: string) =>
  LANDS[NAMES.includes(form) ? form : (NAMES[fnv1a(form) % NAMES.length] as string)] as Form

function draw(form: string, thing: Thing): string {
  const isClear = thing.mode === "glass" || thing.mode === "lit"
  return plates({
    ...thing,
    seed: thing.seed ?? form,
    land: landOf(form),
    step: thing.step ?? (isClear ? 4.6 : 5.6),
    nx: 44,
    ny: 28,
  }).body
}

/** A bust whose contours waver like those of a hill. */
function person(index: number, _: string, { cx, base, w, h, mode = "solid" }: Thing): string {
  const profile = bustOf(index)
  const next = random(`p${index}`)
  const [a, b, c] = [next() * 6, next() * 6, next() * 6]
  let body = `<ellipse class="v-sh" cx="${n1(cx + w * 0.08)}" cy="${n1(base + 1)}" rx="${n1(w * 0.6)}" ry="${n1(w * 0.08)}"/>`
  for (let k = 0; k < 30; k++) {
    const t = k / 30
    const points = Array.from({ length: 28 }, (_, i): Point => {
      const angle = (i / 28) * 6.283
      const waver =
        0.05 * Math.sin(angle * 2 + a + t * 4) +
        0.035 * Math.sin(angle * 3 + b - t * 6) +
        0.02 * Math.sin(angle * 5 + c)
      const r = ((profile(t) * w) / 2) * (1 + waver)
      return [cx + r * Math.cos(angle), base - t * h + r * 0.2 * Math.sin(angle)]
    })
    body += `<path d="${closedSpline(points)}"/>`
  }
  return group(mode, body)
}

/** One range across the whole pane, the agent on its summit. */
function range({ seed }: Studio): { body: string; top: Point; box: Box } {
  const { body, peak } = plates({
    seed: `${seed}range`,
    land: RANGE,
    ...{ cx: 324, base: 372, w: 690, h: 176, tilt: 0.3, step: 7.2 },
    ...{ nx: 110, ny: 40, rough: 0.75, crown: 0.055 },
  })
  const [x, y] = peak
  return { body, top: peak, box: [x - 74, y - 24, x + 74, y + 124] }
}

/** One range seen through five windows: drawn once, used by night and by lamp light. */
function view({ seed }: Studio, openings: string[]): string {
  const { paths } = plates({
    seed: `${seed}view`,
    land: VIEW,
    ...{ cx: 324, base: 352, w: 760, h: 150, tilt: 0.2, step: 7 },
    ...{ nx: 96, ny: 30, rough: 0.7, crown: 0.07 },
  })
  const views = (["night", "lit"] as const).map((mode, odd) => {
    const windows = openings.filter((_, i) => i % 2 === odd).join("")
    return `<clipPath id="art-view-${mode}"><path d="${windows}"/></clipPath><g clip-path="url(#art-view-${mode})">${group(mode, '<use href="#art-view"/>')}</g>`
  })
  return `<defs><g id="art-view">${paths}</g></defs>${views.join("")}`
}

/** The same two summits, planned and found. */
function match({ seed }: Studio): string {
  const twin = { seed, land: LANDS.twin as Land, tilt: 0.42, nx: 44, ny: 28 }
  const far = draw("horn", {
    cx: 320,
    base: 318,
    w: 196,
    h: 120,
    mode: "glass",
    seed: `${seed}far`,
    step: 6.4,
  })
  const plan = plates({ ...twin, cx: 142, base: 366, w: 252, h: 150, mode: "draft" })
  const found = plates({ ...twin, cx: 474, base: 370, w: 298, h: 176, step: 6.4 })
  const [x0, y0] = plan.peak
  const [x1, y1] = found.peak
  return [
    far,
    plan.body,
    found.body,
    `<path class="hop" d="M${n1(x0)} ${n1(y0 - 22)}C${n1(x0 + 40)} 60 ${n1(x1 - 70)} 40 ${n1(x1)} ${n1(y1 - 16)}"/>`,
    ball(x0, y0 - 8, 12),
    brackets(x1 - 92, y1 - 20, x1 + 92, y1 + 106),
  ].join("")
}

function plinth({ seed }: Studio, mode: Mode): { body: string; top: number } {
  const { body } = plates({
    seed: `${seed}reserved`,
    land: SADDLE,
    mode,
    shadow: false,
    ...{ cx: 280, base: 404, w: 500, h: 104, tilt: 0.3, step: 7.6 },
    ...{ nx: 84, ny: 34, rough: 0.7 },
  })
  return { body, top: 348 }
}

/** A landscape cut from stacked plates. */
export const terrain: Hand = {
  id: "terrain",
  label: "Terrain",
  note: "a landscape cut from stacked plates",
  forms: NAMES,
  size: (form) => landOf(form).size,
  draw,
  person,
  line: () => [],
  hero: () => "horn",
  work: () => "peak",
  extent: (_, w, h) => ({ w, h, tip: 0 }),
  scale: { object: 1.16, roles: 0.62, stock: 0.66, reserved: 1.5 },
  gap: 6,
  columns: 5,
  depth: 0,
  heavy: true,
  range,
  view,
  match,
  plinth,
}
