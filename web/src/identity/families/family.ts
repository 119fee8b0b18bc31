import { ARTS, type Drawn, type Frame, isOneOf } from "../identity"
import { initialOf } from "../letters"
import { fnv1a } from "../random"
import { blocks } from "./blocks"
import type { Family, Hand, Studio } from "./hand"
import { type House, housed } from "./house"
import { letters } from "./lettering"
import { type PhotoSource, photographs, type SizedPhoto } from "./photographs"
import { terrain } from "./terrain"
import { todaysVessels } from "./today/family"
import { escapeText, type Fit, type Scene } from "./today/scene"
import { vessels } from "./vessels"
import { weave } from "./weave"

export type FamilyOptions = {
  /** The studio's name: letters and grown forms come from it. */
  name?: string
  /** Draw again adds one; null means the drawings that Vitrine came with. */
  seed?: number | null
  /** The frame of the mark; the openings of the second pane have its shape. */
  frame?: Frame
  /** The three tags of the first pane. */
  tags?: readonly string[]
  /** Names of companies, for families that draw initials. */
  names?: readonly string[]
  /** For Photographs: the pictures, what to draw while there are too few, and where a file lies. */
  photos?: readonly SizedPhoto[]
  fallback?: Drawn
  src?: PhotoSource
}

export const HANDS: Record<Drawn, Hand> = {
  vessels,
  letters,
  terrain,
  blocks,
  weave,
}

/** The family of that name, or vessels for anything else. Same options, same drawings, on server and client. */
export function family(art: unknown, options: FamilyOptions = {}): Family {
  const id = isOneOf(ARTS, art) ? art : "vessels"
  const { frame = "arch", tags = [] } = options
  const seed = Number.isInteger(options.seed) ? Math.abs(options.seed as number) : null
  if (id === "photographs") {
    const { photos = [], src = (photo) => photo.url } = options
    const { fallback } = options
    // What was stored by another door may name itself.
    const drawings = family(isOneOf(Object.keys(HANDS), fallback) ? fallback : "vessels", options)
    return photographs({ photos, turn: seed ?? 0, frame, tags, src, drawings })
  }
  if (id === "vessels" && seed === null) return todaysVessels(frame, tags)
  const studio = studioOf(options.name || "Vitrine", seed ?? 0)
  return { ...housed(houseOf(HANDS[id], studio, frame, tags, options.names ?? [])), waiting: 0 }
}

function studioOf(name: string, turn: number): Studio {
  return { name, turn, seed: turn ? `${name} ${turn}` : name }
}

function houseOf(
  hand: Hand,
  studio: Studio,
  frame: Frame,
  tags: readonly string[],
  names: readonly string[],
): House {
  const { forms } = hand
  const stride = forms.length > 8 ? 3 : 5
  const start = fnv1a(studio.seed)
  const initials = names.length > 0 ? names : [...`${initialOf(studio.name)}ROVAESKNT`]
  const form = (index: number) =>
    hand.formOf
      ? hand.formOf(initials[(index + studio.turn) % initials.length] as string)
      : (forms[(start + index * stride) % forms.length] as string)
  const put: House["put"] = (one, { scale = 1, ...thing }) => {
    const [w, h] = hand.size(one)
    return hand.draw(one, { seed: one + studio.seed, ...thing, w: w * scale, h: h * scale })
  }
  return { hand, studio, frame, tags, form, put }
}

/** A drawing as an element of a page: hidden from the reading order unless it has an alternative text. */
export function svg(
  { w, h, body, alt }: Scene,
  className = "",
  fit: Fit = "xMidYMax slice",
): string {
  const label = alt ? `role="img" aria-label="${escapeText(alt)}"` : 'aria-hidden="true"'
  return `<svg class="${className}" viewBox="0 0 ${w} ${h}" preserveAspectRatio="${fit}" ${label} focusable="false">${body}</svg>`
}

/** A drawing inside an element that says nothing itself: it tells what its photograph shows, or hides. */
export function labelled({ body, alt }: Scene): string {
  const label = alt ? `role="img" aria-label="${escapeText(alt)}"` : 'aria-hidden="true"'
  return `<g ${label}>${body}</g>`
}

/** The row of the footer as a file of its own, for a mask: only what is opaque counts. */
export function backstockFile(of: Family): string {
  const { w, h, body } = of.backstock()
  const style =
    "ellipse,path,rect{fill-opacity:.07;stroke:currentColor;stroke-width:.75}.v-rim,.v-ln{fill:none}"
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}"><style>${style}</style>${body}</svg>`
}

/** The part of the process that an icon of the back-office stands for. */
export const STAGES: Record<string, number> = { Search: 0, Code: 0.5, Rocket: 1, TrendingUp: 2 }
