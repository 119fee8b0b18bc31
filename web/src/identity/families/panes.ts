import type { Box, Slot } from "./hand"
import type { House } from "./house"
import { opening, tags, tagWidth } from "./today/panes"
import { brackets, glare, wall } from "./today/scene"
import { ball, n1 } from "./today/vessel"

const [W, H] = [648, 400]

/** Things being read by an agent. */
export function agentPane(house: House): string {
  const { hand, studio } = house
  const range = hand.range?.(studio)
  const [body, box] = range ? onRange(range) : onLine(house)
  return [
    wall(W, H, 316),
    body,
    brackets(...box),
    glare(H, 470, 110),
    glare(H, 606, 30),
    tagRow(house.tags, box, 64, box[1] - 6),
  ].join("")
}

/** Tags above what is looked at, as far left as the pane allows. */
export function tagRow(words: readonly string[], box: Box, y: number, foot: number): string {
  const room = words.reduce((sum, word) => sum + tagWidth(word) + 6, 0)
  const x = Math.max(20, Math.min(box[0], W - 20 - room))
  return tags(x, y, foot, words)
}

function onRange({
  body,
  top: [x, y],
  box,
}: {
  body: string
  top: [number, number]
  box: Box
}): [string, Box] {
  const hop = `<path class="hop" d="M${n1(x - 190)} ${n1(y + 96)}C${n1(x - 150)} ${n1(y - 40)} ${n1(x - 50)} ${n1(y - 70)} ${n1(x)} ${n1(y - 12)}"/>`
  return [body + hop + ball(x, y - 9, 11), box]
}

function onLine({ hand, studio, form }: House): [string, Box] {
  const slots = hand.line(studio, form)
  const [, from, to] = slots as [Slot, Slot, Slot]
  const things = slots.map(({ form: one, ...slot }) =>
    hand.draw(one, {
      ...slot,
      seed: one + studio.seed,
      step: slot.mode === "glass" ? 4.8 : undefined,
    }),
  )
  const start = hand.extent(from.form, from.w, from.h)
  const end = hand.extent(to.form, to.w, to.h)
  const top = to.base - end.h
  const x = to.cx + end.tip
  const hop = `<path class="hop" d="M${n1(from.cx)} ${n1(from.base - start.h - 12)}C${n1(from.cx + 14)} ${n1(top - 40)} ${n1(x - 34)} ${n1(top - 60)} ${n1(x)} ${n1(top - 18)}"/>`
  const half = Math.max(end.w / 2, 50) + 16
  const box: Box = [to.cx - half, top - 22, to.cx + half + hand.depth, to.base + 18]
  return [things.join("") + hop + ball(x, top - 9, 11), box]
}

const STALL = 98
const PEDESTALS = [58, 40, 58, 46, 58]
const TALLEST = [62, 116, 76, 92, 72]
const WIDEST = [56, 54, 66, 50, 54]
const GAP = (W - 5 * STALL) / 6
const stallX = (i: number) => Math.round((GAP + i * (STALL + GAP)) * 10) / 10

/** An arcade whose openings have the shape of the mark's frame; `inside` is what they show. */
export function arcadeWith(
  house: Pick<House, "frame">,
  inside: (openings: string[]) => string,
): string {
  const at = [0, 1, 2, 3, 4].map(stallX)
  const holes = at.map((x) => `${opening(house.frame, x, 0)}Z`)
  const frames = at.map(
    (x, i) =>
      `<path class="arch" d="${opening(house.frame, x, 7)}"/><path d="${holes[i]}" fill="url(#gArch)"/>`,
  )
  return [
    wall(W, H, 340),
    `<path class="rule" d="M0 58H${W}M0 66H${W}"/>`,
    ...frames,
    inside(holes),
    `<path class="rule" d="M0 340H${W}"/><path class="hop" d="M40 378H386"/>`,
    ball(404, 369, 12),
    glare(H, 210, 140),
    glare(H, 380, 30),
  ].join("")
}

/** Lit stalls, or one view through all of them. */
export function arcadePane(house: House): string {
  const { hand, studio } = house
  return arcadeWith(house, (openings) =>
    hand.view ? hand.view(studio, openings) : [0, 1, 2, 3, 4].map((i) => stall(house, i)).join(""),
  )
}

function stall({ hand, studio, form }: House, i: number): string {
  const kind = (studio.turn === 0 && hand.stalls?.[i]) || form(i + 2)
  const [w, h] = hand.size(kind)
  const k = Math.min((hand.stalls ? (WIDEST[i] as number) : 62) / w, (TALLEST[i] as number) / h)
  const x = stallX(i)
  const y = 340 - (PEDESTALS[i] as number)
  const goods = hand.draw(kind, {
    cx: x + STALL / 2 - hand.depth / 5,
    base: y - 3,
    w: w * k,
    h: h * k,
    mode: i % 2 ? "lit" : "night",
    step: 4.4,
    seed: `${kind}${studio.seed}${i}`,
  })
  const [left, right] = [n1(x + 16), n1(x + STALL - 16)]
  return `<ellipse cx="${n1(x + STALL / 2)}" cy="${y}" rx="44" ry="60" fill="url(#gPool)" opacity=".22"/><path d="M${left} ${y}H${right}V340H${left}Z" fill="url(#gPed)"/><path d="M${left} ${y}l7 -8H${n1(x + STALL - 23)}l7 8Z" fill="var(--ped-top)"/>${goods}`
}

/** Three shelves with one place taken by the dot. */
export function shelvesWith(
  columns: number,
  thing: (place: number, x: number, y: number, gap: number) => string,
): string {
  const gap = W / columns
  let body = `<rect width="${W}" height="${H}" fill="url(#gWall)"/>`
  for (let row = 0; row < 3; row++) {
    const y = 130 + row * 116
    for (let col = 0; col < columns; col++) {
      const x = gap * (col + 0.5)
      const isDot = row === 1 && col === Math.floor(columns / 2)
      body += isDot ? ball(x, y - 12, 12) : thing(row * columns + col, x, y, gap)
    }
    body += `<rect class="bar" y="${y}" width="${W}" height="6"/><rect class="bar-hi" y="${y}" width="${W}" height="2"/>`
  }
  return body + glare(H, 300, 130)
}

export function shelvesPane({ hand, form }: House): string {
  return shelvesWith(hand.columns, (place, x, y, gap) => {
    const row = Math.floor(place / hand.columns)
    const kind = form(place * 3 + row)
    const [w, h] = hand.size(kind)
    const k = Math.min((gap - 16) / w, 84 / h)
    const tone = place + row * (8 - hand.columns)
    const mode = tone % 7 === 3 ? "ink" : tone % 5 === 1 ? "glass" : "solid"
    return hand.draw(kind, {
      cx: x,
      base: y - 5,
      w: w * k,
      h: h * k,
      step: 3.8,
      seed: `${kind}${place}`,
      mode,
    })
  })
}

/** A need, dashed, and what fits it. */
export function matchPane(house: House): string {
  const { hand, studio } = house
  const body = hand.match?.(studio) ?? need(house)
  return [wall(W, H, hand.match ? 306 : 316), body, glare(H, 250, 110), glare(H, 388, 28)].join("")
}

function need({ hand, studio, form, put }: House): string {
  const b = 352
  const hero = hand.hero(studio)
  const [w, h] = hand.size(hero)
  const scale = Math.min(150 / w, 158 / h)
  const own = hand.extent(hero, w * scale, h * scale)
  return [
    put(hero, { cx: 126, base: b, mode: "draft", scale }),
    put(form(2), { cx: 292, base: b - 12, mode: "glass", scale: 0.92, step: 4.8 }),
    put(hero, { cx: 430, base: b, scale }),
    put(form(5), { cx: 572, base: b - 8, mode: "ink", scale: 0.66, step: 5 }),
    ball(126, b - own.h / 2, 12),
    `<path class="hop" d="M126 ${n1(b - own.h / 2 - 24)}C170 60 380 50 ${n1(430 + own.tip)} ${n1(b - own.h - 18)}"/>`,
    brackets(344, b - own.h - 22, 516, b + 16),
  ].join("")
}
