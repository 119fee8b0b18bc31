import { readFileSync } from "node:fs"
import {
  ARTS,
  type Art,
  FRAMES,
  type MarkSettings,
  PACKS,
  PLACES,
  type ThemeSettings,
  TYPES,
  type TypeName,
} from "../../src/identity/identity"

/** The rows of words. */
export const WORDS: Record<string, { kind: string; max: number; packs?: Record<string, string> }> =
  JSON.parse(readFileSync("src/identity/words.json", "utf8")).rows

/** A studio as the goldens have it. */
export type Look = {
  label: string
  name: string
  city: string
  theme: Omit<ThemeSettings, "photos" | "fallback">
  mark: Pick<MarkSettings, "frame" | "dot" | "initial">
}

export const HUES = Array.from({ length: 12 }, (_, i) => i * 30)

// As short and as long as names get; the tints from nearly none to nearly the most.
const NAMES = ["Northbeam", "Ada", "Wissenschaftliche Werkstattgemeinschaft", "Ọ̀run"]
const TINTS = [1, 0.2, 1.7, 2.4]

const at = <T>(list: readonly T[], n: number) => list[n % list.length] as T

/** The look of one hue, family and pairing. What else there is to choose takes turns. */
export function lookOf(hue: number, art: Art, type: TypeName): Look {
  const n = hue / 30 + ARTS.indexOf(art) + TYPES.indexOf(type)
  const name = at(NAMES, n)
  return {
    label: `${hue}-${art}-${type}`,
    name,
    city: n % 2 ? "Lisbon" : "",
    theme: {
      hue_glass: hue,
      // Far from the glass, near to it, and all the way round.
      hue_dot: (hue + at([180, 40, 270], n)) % 360,
      tint: at(TINTS, n),
      type,
      art,
      seed: n,
      pack: at(PACKS, n),
    },
    mark: { frame: at(FRAMES, n), dot: at(PLACES, n), initial: n % 3 ? "" : (name[0] as string) },
  }
}

/** All looks of a hue, or one, so that twelve hues show every family and every pairing twice. */
export function looksOf(hue: number, all: boolean): Look[] {
  const i = hue / 30
  if (!all) return [lookOf(hue, at(ARTS, i), at(TYPES, i + Math.floor(i / 6)))]
  return ARTS.flatMap((art) => TYPES.map((type) => lookOf(hue, art, type)))
}

const LONG = "Infrastructures Wissenschaft Telecommunications Kommunikation Responsibility"

/** Headlines of one line that an editor may fill to the last letter. */
export const HEADLINES = Object.entries(WORDS).filter(
  ([key, { kind }]) => kind !== "seed" && /_title$/.test(key) && !/^(head|login|mail)/.test(key),
)

/** Words as long as languages have them, as many as there is room for. */
export const longest = (max: number) =>
  LONG.slice(0, max)
    .replace(/\s\S{0,2}$/, "")
    .trim()
