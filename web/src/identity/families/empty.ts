import type { Hand, Studio } from "./hand"
import { cloche, nameCard } from "./today/objects"
import { vessel } from "./today/vessel"

/** A place that is still free: a plinth, and above it the plan of what will stand there. */
export function emptyPlace(hand: Hand, studio: Studio, night: boolean): string {
  const { body, top } = hand.plinth?.(studio, night ? "night" : "solid") ?? drum(night)
  return [
    floor(night),
    body,
    `<ellipse cx="280" cy="${hand.range ? 340 : 306}" rx="128" ry="14" fill="url(#gPool)" opacity="${night ? ".9" : ".4"}"/>`,
    hand.id === "vessels" ? bellJar(night) : plan(hand, studio, top, night),
  ].join("")
}

/** The light that falls on the place, and the shadow below it. */
export function floor(night: boolean): string {
  const beam = night ? `<path d="M232 0H328L486 344H74Z" fill="url(#gBeam)"/>` : ""
  return `${beam}<ellipse cx="296" cy="416" rx="250" ry="22" fill="url(#gSh)"/>`
}

/** The plinth of most hands; its top is at 304. */
export function drum(night: boolean): { body: string; top: number } {
  const body = vessel({
    kind: "drum",
    ...{ cx: 280, base: 406, w: 296, h: 100, step: 8.4, tilt: 0.12 },
    mode: night ? "night" : "solid",
    shadow: false,
  })
  return { body, top: 304 }
}

const bellJar = (night: boolean) =>
  cloche(280, 304, 196, 216, night ? "var(--cloche-line)" : "var(--v-line-glass)")

function plan(hand: Hand, studio: Studio, top: number, night: boolean): string {
  const form = hand.hero(studio)
  const [w, h] = hand.size(form)
  const k = hand.scale.reserved
  return hand.draw(form, {
    cx: 280 + hand.depth / 4,
    base: top - 4,
    w: w * k,
    h: h * k,
    mode: night ? "plan" : "draft",
    seed: studio.seed,
    shadow: false,
  })
}

/** The card on the plinth, if it says anything. */
export const reservedCard = (label: string) => (label ? nameCard(label) : "")
