import { initialOf } from "@/identity/letters"
import type { Suggestion } from "@/identity/suggestions"
import type { Look } from "./look"

/** What a suggestion replaces. Name, place and sentences that were edited stay. */
export function lookFrom({ mark, name: _, ...theme }: Suggestion, look: Look): Partial<Look> {
  const initial = mark.initial === "*" ? initialOf(look.name) : mark.initial
  return { ...theme, ...mark, initial, kind: "generated", seed: seedFor(theme.art) }
}

// The drawings of today are vessels alone; every other family starts at its first.
const seedFor = (art: Suggestion["art"]) => (art === "vessels" ? null : 0)

export const isChosen = (suggestion: Suggestion, look: Look) =>
  Object.entries(lookFrom(suggestion, look)).every(
    ([key, value]) => key === "seed" || look[key as keyof Look] === value,
  )
