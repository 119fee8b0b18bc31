import type { Hand, Size, Slot, Thing } from "./hand"
import { turned } from "./hand"
import { grown } from "./profiles"
import { FORMS } from "./today/objects"
import { bustProfile, type Kind } from "./today/profile"
import { outline, vessel } from "./today/vessel"

const SIZES = new Map<string, Size>(FORMS.map(([kind, w, h]) => [kind, [w, h]]))
const KINDS = FORMS.map(([kind]) => kind)
const BUSTS = [
  [0.54, 1],
  [0.58, 0.96],
  [0.55, 1],
  [0.6, 0.94],
] as const

/** The shape of a person's head and shoulders; four in turn. */
export const bustOf = (index: number) => {
  const [head, shoulders] = BUSTS[index % 4] as (typeof BUSTS)[number]
  return bustProfile(head, shoulders)
}

const LINE: [form: Kind, x: number, lift: number, w: number, h: number, mode: Slot["mode"]][] = [
  ["bottle", 86, 16, 78, 196, "glass"],
  ["kulhad", 192, 0, 112, 92, "solid"],
  ["matka", 330, 2, 148, 158, "solid"],
  ["surahi", 474, 12, 104, 222, "ink"],
  ["lota", 580, 0, 104, 98, "solid"],
]

/** Thrown pots: a profile for each name. A name that is no kind of vessel grows its own. */
export const vessels: Hand = {
  id: "vessels",
  label: "Vessels",
  note: "thrown pots, one profile per name",
  forms: KINDS,
  size: (form) => SIZES.get(form) ?? [112, 146],
  draw,
  person: (index, _, thing) =>
    vessel({
      ...thing,
      kind: "jar",
      form: bustOf(index),
      step: thing.mode === "glass" ? 4.6 : 6.2,
      tilt: 0.13,
      upto: 0.985,
    }),
  line: ({ turn }) =>
    LINE.map(([kind, cx, lift, w, h, mode]) => {
      const form = turned(KINDS, kind, turn)
      return { form, cx, base: 356 - lift, ...(turn ? fitted(form, w, h) : { w, h }), mode }
    }),
  hero: ({ turn }) => turned(KINDS, "matka", turn),
  work: ({ name, turn }) => `${turn || ""}${name}`,
  extent: (_, w, h) => ({ w, h, tip: 0 }),
  stalls: ["lota", "surahi", "matka", "goblet", "jar"],
  scale: { object: 1, roles: 0.82, stock: 0.52, reserved: 1 },
  gap: 18,
  columns: 8,
  depth: 0,
}

function draw(form: string, thing: Thing): string {
  const step = thing.step ?? (thing.mode === "glass" ? 4.6 : 6)
  const own = SIZES.has(form) ? { kind: form as Kind } : { kind: "jar" as const, form: grown(form) }
  const pot = { ...thing, ...own, step }
  const { upto = 1 } = thing
  return vessel(pot) + (upto < 1 ? outline(pot, upto) : "")
}

function fitted(form: string, w: number, h: number): { w: number; h: number } {
  const [width, height] = vessels.size(form)
  const k = Math.min((w * 1.15) / width, h / height)
  return { w: width * k, h: height * k }
}
