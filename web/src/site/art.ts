import type { family as makeFamily } from "@/identity/families/family"
import type { Family } from "@/identity/families/hand"
import { todaysVessels } from "@/identity/families/today/family"
import type { Scene } from "@/identity/families/today/scene"
import type { PageData } from "./data"
import { word } from "./words"

let drawn: Family

/** A document shows one studio's drawings; this comes before the first render, after its words. */
export function drawFor(data: PageData) {
  const { site } = data
  const tags = [word("scene_tag_1"), word("scene_tag_2"), word("scene_tag_3")]
  const { frame = "arch", art } = site
  if (!art) {
    drawn = todaysVessels(frame, tags)
    return
  }
  const names = data.page === "home" ? data.portfolio_companies.map(({ name }) => name) : []
  const { family } = globalThis as { family?: typeof makeFamily }
  drawn = family
    ? family(art.family, { ...art, name: site.name, frame, tags, names })
    : asTheServerDrew()
}

export const art = () => drawn

/** In a browser the drawings are there already; it need not be able to draw. */
function asTheServerDrew(): Family {
  const box = (w: number, h: number) => (): Scene => ({ w, h, body: "" })
  return {
    id: "vessels",
    label: "",
    note: "",
    waiting: 0,
    object: box(420, 280),
    list: (names) => names.map(box(420, 280)),
    scene: box(648, 400),
    stage: box(280, 200),
    portrait: box(280, 320),
    empty: box(560, 440),
    roles: box(560, 190),
    backstock: box(1600, 120),
    delivered: () => ({
      w: 700,
      h: 250,
      body: document.getElementById(SPARE)?.innerHTML ?? "",
    }),
  }
}

/** Holds the drawing that a page shows only after a form was sent. */
export const SPARE = "art-delivered"
