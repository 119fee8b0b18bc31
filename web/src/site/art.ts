import type { FamilyOptions, family as makeFamily } from "@/identity/families/family"
import type { Family } from "@/identity/families/hand"
import { todaysVessels } from "@/identity/families/today/family"
import type { Scene } from "@/identity/families/today/scene"
import type { Art } from "@/identity/identity"
import type { PageData } from "./data"
import { photoAt } from "./sizes"
import { word } from "./words"

let drawn: Family

/** What the server puts in the places of a page's drawings; it makes each once, not with every page. */
export type Order = { options: FamilyOptions & { art: Art }; calls: Call[] }
type Call = [method: string, ...args: unknown[]]

let order: Order | undefined

/** A document shows one studio's drawings; this comes before the first render, after its words. */
export function drawFor(data: PageData) {
  const { name, frame = "arch", art } = data.site
  const tags = [word("scene_tag_1"), word("scene_tag_2"), word("scene_tag_3")]
  const { family } = globalThis as { family?: typeof makeFamily }
  order = undefined
  if (!art && !family) {
    drawn = todaysVessels(frame, tags)
    return
  }
  const { family: id, seed, photos, fallback } = art ?? FRESH
  // Other families draw the same whatever companies are called.
  const isNaming = data.page === "home" && (fallback ?? id) === "letters"
  const names = isNaming ? data.portfolio_companies.map((company) => company.name) : []
  const options = { art: id, seed, photos, fallback, name, frame, tags, names }
  const isLabelled = id === "photographs"
  if (family) drawn = family(options.art, { ...options, src: photoAt })
  else if (typeof document === "undefined") drawn = later(ordering(options), isLabelled)
  else drawn = later(asTheServerDrew, isLabelled)
}

/** What a fresh site shows. */
const FRESH = { family: "vessels" as const, seed: null, photos: [], fallback: undefined }

export const art = () => drawn

/** The drawings that the page just rendered has places for. */
export const ordered = () => order

/** Drawings that are boxes here, and come from elsewhere. */
function later(body: (call: Call, item?: number) => string, isLabelled: boolean): Family {
  const box =
    (method: string, w: number, h: number) =>
    (...args: unknown[]): Scene => ({ w, h, body: body([method, ...args]), isLabelled })
  return {
    id: "vessels",
    label: "",
    note: "",
    waiting: 0,
    object: box("object", 420, 280),
    list: (names) =>
      names.map((_, item) => ({ w: 420, h: 280, body: body(["list", names], item), isLabelled })),
    scene: box("scene", 648, 400),
    stage: box("stage", 280, 200),
    portrait: box("portrait", 280, 320),
    empty: box("empty", 560, 440),
    roles: box("roles", 560, 190),
    backstock: box("backstock", 1600, 120),
    delivered: box("delivered", 700, 250),
  }
}

/** On the server a drawing is a comment, which no text of an editor can be; see internal/site/drawings.go. */
function ordering(options: Order["options"]) {
  const made: Order = { options, calls: [] }
  order = made
  const places = new Map<string, number>()
  return (call: Call, item = 0) => {
    const key = JSON.stringify(call)
    const place = places.get(key) ?? made.calls.push(call) - 1
    places.set(key, place)
    return `<!--art ${place} ${item}-->`
  }
}

/** In a browser the drawings are there already; it need not be able to draw. */
const asTheServerDrew = ([method]: Call) =>
  method === "delivered" ? (document.getElementById(SPARE)?.innerHTML ?? "") : ""

/** Holds the drawing that a page shows only after a form was sent. */
export const SPARE = "art-delivered"
