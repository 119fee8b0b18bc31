import type { Art } from "../identity"
import type { Point } from "../letters"
import type { Scene } from "./today/scene"
import type { Mode, Place } from "./today/vessel"

export type SceneKind = "agent" | "arcade" | "shelves" | "match"

/** What every family offers; a page never asks which one it is. */
export type Family = {
  id: Art
  label: string
  note: string
  /** Pictures that Photographs still needs before it shows; 0 for drawings. */
  waiting: number
  /** A company's own thing, 420 x 280. */
  object(name: string, mode?: Mode, upto?: number): Scene
  /** Companies side by side: neighbours repeat neither form nor tone. */
  list(names: readonly string[]): Scene[]
  /** A pane, 648 x 400. */
  scene(kind: SceneKind): Scene
  /** A step of the process, 280 x 200: 0 planned, .5 half built, 1 finished, 2 many. */
  stage(part: number): Scene
  /** A member without a photo, 280 x 320. */
  portrait(index: number, name?: string): Scene
  /** The place that is still free, 560 x 440. */
  empty(options?: { night?: boolean; label?: string }): Scene
  /** Open roles, 560 x 190. */
  roles(titles: readonly string[]): Scene
  /** A row for the footer, 1600 x 120. */
  backstock(): Scene
  /** A message on its way, 700 x 250. */
  delivered(): Scene
  /** A picture that fills a box; drawings have none. */
  cover?(w: number, h: number): Scene
}

export type Box = [x0: number, y0: number, x1: number, y1: number]
export type Size = readonly [w: number, h: number]

/** A thing to draw: where it stands and how. */
export type Thing = Place & {
  mode?: Mode
  /** The share that is built, from the base. */
  upto?: number
  /** Distance between two contours. */
  step?: number
  tilt?: number
  shadow?: boolean
  /** Hands that draw from chance draw the same for the same seed. */
  seed?: string
  /** Leaves out what the parts in front cover, even of glass. */
  cover?: boolean
}

/** A place in the first pane. */
export type Slot = Place & { form: string; mode: Mode; step?: number }

export type Studio = {
  name: string
  /** Draw again counts up; it turns the forms. */
  turn: number
  seed: string
}

/** A way of drawing. Walls, floor, glare, brackets, dot and layout belong to the house, so all hands look like one. */
export type Hand = {
  id: Art
  label: string
  note: string
  forms: readonly string[]
  size(form: string): Size
  draw(form: string, thing: Thing): string
  person(index: number, name: string, thing: Thing): string
  /** Set where a name has one form, whoever stands beside it. */
  formOf?(name: string): string
  /** The five things of the first pane. */
  line(studio: Studio, form: (index: number) => string): Slot[]
  /** The form that stands for the studio itself. */
  hero(studio: Studio): string
  /** What a form really takes of the room it was given, and how far from the middle its top is. */
  extent(form: string, w: number, h: number): { w: number; h: number; tip: number }
  /** The form that the process builds. */
  work(studio: Studio): string
  /** What stands on the pedestals of the second pane; otherwise the forms in turn. */
  stalls?: readonly string[]
  scale: { object: number; roles: number; stock: number; reserved: number }
  /** Room between the things of the footer. */
  gap: number
  /** How many stand on a shelf. */
  columns: number
  /** Room right of a thing that is seen from the side. */
  depth: number
  /** Heavy drawings are repeated under a transform, which compressors store once. */
  heavy?: boolean
  /** The first pane as one drawing instead of five things: its top, and what is being looked at. */
  range?(studio: Studio): { body: string; top: Point; box: Box }
  /** What is seen through the openings of the second pane, instead of things on pedestals. */
  view?(studio: Studio, openings: string[]): string
  /** A need and what fits it, where one thing beside another would not do. */
  match?(studio: Studio): string
  /** What the reserved thing stands on, and how high that is. */
  plinth?(studio: Studio, mode: Mode): { body: string; top: number }
}

/** The form that comes `turn` places after another one. */
export function turned(forms: readonly string[], form: string, turn: number): string {
  const stride = forms.length > 8 ? 3 : 5
  return forms[(forms.indexOf(form) + turn * stride) % forms.length] ?? form
}

export const group = (mode: Mode, body: string) => `<g class="v v-${mode}">${body}</g>`
