import type { Frame } from "../../identity"
import type { Kind } from "./profile"
import { brackets, escapeText, glare, type Scene, wall } from "./scene"
import { ball, type Mode, n1, vessel } from "./vessel"

const w = 648
const h = 400

/** The drawings of windows, in the sequence in which the pages use them. */
export const panes = [agent, arcade, shelves, match]

export const pane = (index: number): Scene => (panes[index % panes.length] as () => Scene)()

// A shelf being read by an agent, and what it reads.
export function agent(words: readonly string[] = []): Scene {
  const b = 356
  return {
    w,
    h,
    body: [
      wall(w, h, 316),
      vessel({ cx: 86, base: b - 16, w: 78, h: 196, kind: "bottle", mode: "glass", step: 4.5 }),
      vessel({ cx: 192, base: b, w: 112, h: 92, kind: "kulhad" }),
      vessel({ cx: 330, base: b - 2, w: 148, h: 158, kind: "matka" }),
      vessel({ cx: 474, base: b - 12, w: 104, h: 222, kind: "surahi", mode: "ink", step: 5 }),
      vessel({ cx: 580, base: b, w: 104, h: 98, kind: "lota" }),
      `<path class="hop" d="M192 252C206 150 296 130 330 176"/><path class="hop" d="M86 128C100 70 172 110 192 252" opacity=".45"/>`,
      `<g class="agent-x"><g class="agent-y">${ball(330, 185, 11)}</g></g>`,
      brackets(246, 164, 414, 372),
      glare(h, 470, 110),
      glare(h, 606, 30),
      tags(246, 64, 158, words),
    ].join(""),
  }
}

/** Pills in a row, and the line that leads from the first one down to what they say something about. */
export function tags(x: number, y: number, foot: number, words: readonly string[]): string {
  if (words.length === 0) return ""
  let at = x
  const row = words.map((word) => {
    const width = tagWidth(word)
    const pill = `<rect class="tag" x="${n1(at)}" y="${y}" width="${width}" height="24" rx="12"/><text class="tag-t" x="${n1(at + width / 2)}" y="${y + 16}">${escapeText(word)}</text>`
    at += width + 6
    return pill
  })
  return `<g class="tags"><path class="leader" d="M${n1(x + 0.8)} ${y + 28}V${n1(foot)}"/>${row.join("")}</g>`
}

/** Nothing measures text on the server: an average letter of the text face, and room at both ends. */
export const tagWidth = (word: string) => Math.floor(7.33 * [...word].length + 19.4)

// An arcade of lit stalls.
export function arcade(frame: Frame = "arch"): Scene {
  const horizon = 340
  const stall = 98
  const goods: [Kind, number, number, number, Mode][] = [
    ["lota", 56, 54, 58, "night"],
    ["surahi", 54, 120, 40, "lit"],
    ["matka", 66, 72, 58, "night"],
    ["goblet", 50, 92, 46, "lit"],
    ["jar", 54, 70, 58, "night"],
  ]
  const gap = (w - goods.length * stall) / (goods.length + 1)
  const stalls = goods.map(([kind, width, height, plinth, mode], i) => {
    const x = Math.round((gap + i * (stall + gap)) * 10) / 10
    const cx = x + stall / 2
    const y = horizon - plinth
    return [
      `<path class="arch" d="${opening(frame, x, 7)}"/><path d="${opening(frame, x, 0)}Z" fill="url(#gArch)"/>`,
      `<ellipse cx="${cx}" cy="${y}" rx="44" ry="60" fill="url(#gPool)" opacity=".22"/>`,
      `<path d="M${x + 16} ${y}H${x + stall - 16}V${horizon}H${x + 16}Z" fill="url(#gPed)"/><path d="M${x + 16} ${y}l7 -8H${x + stall - 23}l7 8Z" fill="var(--ped-top)"/>`,
      vessel({ cx, base: y - 3, w: width, h: height, kind, step: 4.4, mode }),
    ].join("")
  })
  return {
    w,
    h,
    body: [
      wall(w, h, horizon),
      `<path class="rule" d="M0 58H${w}M0 66H${w}"/>`,
      ...stalls,
      `<path class="rule" d="M0 ${horizon}H${w}"/><path class="hop" d="M40 378H386"/>`,
      ball(404, 369, 12),
      glare(h, 210, 140),
      glare(h, 380, 30),
    ].join(""),
  }
}

/** A doorway in the shape of the mark's frame, 98 wide from x, widened by k on each side. */
export function opening(frame: Frame, x: number, k: number): string {
  const [left, right, top, floor] = [n1(x - k), n1(x + 98 + k), 92, 340]
  if (frame === "square") return `M${left} ${floor}V${top - k}H${right}V${floor}`
  if (frame === "tile") {
    const edge = top - k
    return `M${left} ${floor}V${edge + 22}Q${left} ${edge} ${n1(x + 22 - k)} ${edge}H${n1(x + 76 + k)}Q${right} ${edge} ${right} ${edge + 22}V${floor}`
  }
  return `M${left} ${floor}V${top + 49}A${49 + k} ${49 + k} 0 0 1 ${right} ${top + 49}V${floor}`
}

// Back-stock shelves with one place taken by the dot.
export function shelves(): Scene {
  const kinds: Kind[] = ["kulhad", "matka", "bottle", "lota", "jar", "surahi", "bowl", "spindle"]
  const heights: Partial<Record<Kind, number>> = {
    bottle: 82,
    surahi: 84,
    bowl: 34,
    kulhad: 46,
    spindle: 66,
  }
  const widths: Partial<Record<Kind, number>> = { bottle: 32, surahi: 44, bowl: 62, spindle: 38 }
  let body = `<rect width="${w}" height="${h}" fill="url(#gWall)"/>`
  for (let row = 0; row < 3; row++) {
    const y = 130 + row * 116
    for (let col = 0; col < 8; col++) {
      const place = row * 8 + col
      const cx = 62 + col * 75
      if (place === 12) {
        body += ball(cx, y - 12, 12)
        continue
      }
      const kind = kinds[(place * 3 + row) % 8] as Kind
      const mode = place % 7 === 3 ? "ink" : place % 5 === 1 ? "glass" : "solid"
      const size = { w: widths[kind] ?? 52, h: heights[kind] ?? 56 }
      body += vessel({ cx, base: y - 5, ...size, kind, step: 3.8, mode })
    }
    body += `<rect class="bar" y="${y}" width="${w}" height="6"/><rect class="bar-hi" y="${y}" width="${w}" height="2"/>`
  }
  return { w, h, body: body + glare(h, 300, 130) }
}

// A need, dashed, and the object that fits it.
export function match(): Scene {
  const b = 352
  return {
    w,
    h,
    body: [
      wall(w, h, 316),
      vessel({ cx: 132, base: b, w: 148, h: 158, kind: "matka", mode: "draft" }),
      ball(132, b - 88, 12),
      vessel({ cx: 300, base: b - 12, w: 70, h: 176, kind: "bottle", mode: "glass", step: 4.5 }),
      vessel({ cx: 430, base: b, w: 148, h: 158, kind: "matka" }),
      vessel({ cx: 570, base: b - 8, w: 104, h: 96, kind: "lota", mode: "ink", step: 5 }),
      `<path class="hop" d="M132 176C170 60 380 50 430 184"/>`,
      brackets(346, 166, 514, 368),
      glare(h, 250, 110),
      glare(h, 388, 28),
    ].join(""),
  }
}
