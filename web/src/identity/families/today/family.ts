import type { Frame } from "../../identity"
import type { Family } from "../hand"
import {
  bust,
  delivered,
  emblem,
  FORMS,
  type Form,
  forms,
  openRoles,
  plinth,
  stage,
} from "./objects"
import { agent, arcade, match, shelves } from "./panes"
import type { Kind } from "./profile"
import type { Scene } from "./scene"
import { vessel } from "./vessel"

const ICONS: [part: number, icon: string][] = [
  [0, "Search"],
  [0.5, "Code"],
  [1, "Rocket"],
]

/** The drawings that Vitrine came with, for as long as nobody presses Draw again. */
export function todaysVessels(frame: Frame, tags: readonly string[]): Family {
  return {
    id: "vessels",
    label: "Vessels",
    note: "thrown pots, one profile per name",
    waiting: 0,
    object(name, mode, upto = 1) {
      const [form] = forms([name])
      return emblem({ ...(form as Form), ...(mode && { mode }), upto })
    },
    list: (names) => forms([...names]).map(emblem),
    scene(kind) {
      if (kind === "agent") return agent(tags)
      if (kind === "arcade") return arcade(frame)
      return kind === "shelves" ? shelves() : match()
    },
    stage: (part) => stage(ICONS.find(([most]) => part <= most)?.[1] ?? "TrendingUp"),
    portrait: (index) => bust(index),
    empty: ({ night = true, label } = {}) => plinth(night, label),
    roles: (titles) => openRoles([...titles]),
    backstock,
    delivered,
  }
}

const ROW: Kind[] = [
  ...(["kulhad", "matka", "bottle", "lota", "bowl", "jar", "surahi", "kulhad"] as const),
  ...(["goblet", "matka", "lota", "bowl", "bottle", "spindle", "jar", "kulhad"] as const),
  ...(["carafe", "lota", "surahi", "bowl", "matka", "goblet"] as const),
]

/** The row of the footer: everything there is, at half its size. */
function backstock(): Scene {
  const half = new Map(FORMS.map(([kind, w, h]) => [kind as Kind, [w / 2, h / 2] as const]))
  const defs = [...half].map(([kind, [w, h]]) => {
    const thing = vessel({ cx: 0, base: 112, w, h, kind, mode: "glass", step: 4, shadow: false })
    // Here the top ring is filled like the others, and its rim drawn over it.
    return `<g id="b-${kind}">${thing.replace(/ class="v-rim"( [^>]*\/>)/, "$1<ellipse$&")}</g>`
  })
  let x = 20
  const uses = ROW.map((kind) => {
    const [w] = half.get(kind) as readonly [number, number]
    const use = `<use href="#b-${kind}" x="${x + w / 2}"/>`
    x += w + 16
    return use
  })
  return { w: 1600, h: 120, body: `<defs>${defs.join("")}</defs>${uses.join("")}` }
}
