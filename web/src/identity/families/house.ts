import type { Frame } from "../identity"
import { fnv1a } from "../random"
import { emptyPlace, reservedCard } from "./empty"
import type { Family, Hand, Studio, Thing } from "./hand"
import { agentPane, arcadePane, matchPane, shelvesPane } from "./panes"
import { glare, type Scene, wall } from "./today/scene"
import { ball, type Mode } from "./today/vessel"

/** What the house shares with all of its rooms. */
export type House = {
  hand: Hand
  studio: Studio
  frame: Frame
  tags: readonly string[]
  /** The form at a place of an endless row. */
  form(index: number): string
  /** A form in its own size times a scale. */
  put(form: string, thing: Omit<Thing, "w" | "h"> & { scale?: number }): string
}

const TONES: Mode[] = ["solid", "ink", "glass", "solid"]

/** Lays out what a hand draws: every family is this house with another hand. */
export function housed(house: House): Omit<Family, "waiting"> {
  const { hand, studio } = house
  const { id, label, note } = hand
  return {
    id,
    label,
    note,
    object: (name, mode, upto) =>
      object(house, formsFor(house, [name])[0] as string, name, mode, upto),
    list: (names) => list(house, names),
    scene(kind) {
      const panes = { agent: agentPane, arcade: arcadePane, shelves: shelvesPane, match: matchPane }
      return { w: 648, h: 400, body: panes[kind](house) }
    },
    stage: (part) => stage(house, part),
    portrait: (index, name = "") => portrait(house, index, name),
    empty: ({ night = true, label: words = "" } = {}) => ({
      w: 560,
      h: 440,
      body: emptyPlace(hand, studio, night) + reservedCard(words),
    }),
    roles: (titles) => roles(house, titles),
    backstock: () => backstock(house),
    delivered: () => delivered(house),
  }
}

/** A form for each name; in a list neighbours differ, and none repeats before the others were shown. */
function formsFor({ hand, studio: { turn } }: House, names: readonly string[]): string[] {
  const { forms, formOf } = hand
  if (formOf) return names.map(formOf)
  let used = new Set<number>()
  return names.map((name) => {
    let i = fnv1a(turn ? `${name} ${turn}` : name) % forms.length
    while (used.has(i)) i = (i + 1) % forms.length
    // The last form stays out of the next round, so that neighbours differ there too.
    used = used.size === forms.length - 1 ? new Set([i]) : used.add(i)
    return forms[i] as string
  })
}

function object(house: House, form: string, name: string, mode: Mode = "solid", upto = 1): Scene {
  const [w, h] = [420, 280]
  const { hand, studio } = house
  const thing = { cx: 226, base: 248, mode, upto, scale: hand.scale.object }
  const seed = studio.turn ? `${name} ${studio.turn}` : name
  const body = house.put(form, { ...thing, seed })
  return { w, h, body: wall(w, h, 210) + body + glare(h, 120 + ((fnv1a(name) >>> 16) % 200), 80) }
}

function list(house: House, names: readonly string[]): Scene[] {
  const forms = formsFor(house, names)
  let last: Mode | undefined
  return names.map((name, i) => {
    let mode = TONES[(fnv1a(name) >>> 8) % 4] as Mode
    if (mode === last) mode = mode === "solid" ? "ink" : "solid"
    last = mode
    return object(house, forms[i] as string, name, mode)
  })
}

function stage(house: House, part: number): Scene {
  const { hand, studio } = house
  const form = hand.work(studio)
  const [w, h] = hand.size(form)
  const k = hand.range ? 0.94 : Math.min(136 / w, 144 / h)
  const own = hand.extent(form, w * k, h * k)
  const cx = hand.range ? 92 : 6 + Math.min(68, own.w / 2)
  const thing = { cx, base: hand.range ? 178 : 182, w: w * k, h: h * k, seed: studio.seed }
  const scene = (body: string): Scene => ({ w: 280, h: 200, body })
  if (part <= 0) return scene(hand.draw(form, { ...thing, mode: "draft" }))
  if (part <= 1) return scene(hand.draw(form, { ...thing, upto: part }))
  return scene(many(hand, form, thing))
}

/** The same thing three times, the farther the smaller. */
function many(hand: Hand, form: string, near: Thing): string {
  const far = (mode: Mode, k: number, cx: number, base: number, step: number) => {
    if (!hand.heavy)
      return hand.draw(form, { ...near, mode, cx, base, w: near.w * k, h: near.h * k, step })
    const x = Math.round((cx - near.cx * k) * 10) / 10
    const y = Math.round((base - near.base * k) * 10) / 10
    const body = hand.draw(form, { ...near, mode, cover: true })
    return `<g transform="translate(${x} ${y}) scale(${k})">${body.replaceAll('class="v v-', 'class="v v-far v-')}</g>`
  }
  const isRange = hand.range !== undefined
  const [a, b, c] = isRange ? [0.5, 0.66, 0.88] : [0.53, 0.74, 0.93]
  return [
    `<g class="st-x">${far("glass", a, 214, 166, 4.4)}</g>`,
    far("ink", b, isRange ? 160 : 142, 173, 5),
    far("solid", c, isRange ? 84 : near.cx, isRange ? 179 : 182, 6),
  ].join("")
}

const PORTRAITS = [
  [200, 226, 150],
  [190, 214, 210],
  [196, 222, 60],
  [184, 206, 180],
] as const

function portrait({ hand }: House, index: number, name: string): Scene {
  const [w, h, shine] = PORTRAITS[index % 4] as (typeof PORTRAITS)[number]
  const mode = TONES[index % 4] as Mode
  const figure = hand.person(index, name, { cx: 140, base: 286, w, h, mode })
  return { w: 280, h: 320, body: wall(280, 320, 264) + figure + glare(320, shine, 70) }
}

function roles(house: House, titles: readonly string[]): Scene {
  const forms = formsFor(house, titles.slice(0, 6))
  const gap = 560 / Math.max(forms.length, 4)
  const body = forms.map((form, i) =>
    house.put(form, {
      cx: 560 - (forms.length - i - 0.5) * gap,
      base: 182,
      mode: "draft",
      scale: house.hand.scale.roles,
      shadow: false,
    }),
  )
  return { w: 560, h: 190, body: body.join("") }
}

function backstock({ hand, form }: House): Scene {
  const ids = new Map<string, string>()
  let [defs, uses] = ["", ""]
  for (let x = 14, i = 0; x < 1580 && i < 60; i++) {
    const name = form(i)
    const [w, h] = hand.size(name).map((n) => n * hand.scale.stock) as [number, number]
    const own = hand.extent(name, w, h).w
    let id = ids.get(name)
    if (!id) {
      id = `bs${ids.size}`
      ids.set(name, id)
      const place = { cx: 0, base: hand.range ? 106 : 112, w, h, seed: name }
      const step = hand.range ? 6 : 4
      defs += `<g id="${id}">${hand.draw(name, { ...place, mode: "glass", step, shadow: false })}</g>`
    }
    uses += `<use href="#${id}" x="${Math.round((x + own / 2) * 10) / 10}"/>`
    x += own + hand.gap
  }
  return { w: 1600, h: 120, body: `<defs>${defs}</defs>${uses}` }
}

function delivered(house: House): Scene {
  const { hand, studio } = house
  const form = hand.hero(studio)
  const [w, h] = hand.size(form)
  const k = Math.min(150 / w, 132 / h)
  const thing = hand.draw(form, { cx: 150, base: 226, w: w * k, h: h * k, seed: studio.seed })
  const body = [
    wall(700, 250, 196),
    thing,
    `<path class="hop" d="M150 76C220 10 300 60 330 214"/>`,
    ball(330, 214, 13),
    `<path d="M470 0h90L440 250h-90Z" fill="url(#gGlare)"/>`,
  ]
  return { w: 700, h: 250, body: body.join("") }
}
