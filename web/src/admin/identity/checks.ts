import { legible } from "@/identity/mark"
import { ratios, type Theme } from "@/identity/theme"
import { type Look, markOf } from "./look"

/** A part of the rail, where a check is answered. */
export type Section = "name" | "colour" | "type" | "art" | "mark" | "words"

const SECTIONS: [Section, (keyof Look)[]][] = [
  ["name", ["name", "city", "country", "language", "time_zone"]],
  ["colour", ["hue_glass", "tint", "hue_dot"]],
  ["type", ["type"]],
  ["art", ["art"]],
  ["mark", ["kind"]],
  ["words", ["pack"]],
]

/** The part of the rail that a field is in. */
export const sectionOf = (field: string): Section | undefined =>
  SECTIONS.find(([, fields]) => fields.includes(field as keyof Look))?.[0]

export type Check = { text: string; ok: boolean; section: Section; field: string }

type Seen = {
  /** Whether the phone's page keeps within its window; nothing before it was measured. */
  fits?: boolean
  /** The contrast of an uploaded mark in a tab, light and dark; nothing before it was measured. */
  uploaded?: { light: number; dark: number }
}

/** What must hold before a look is saved, in words. */
export function checksOf(look: Look, theme: Theme, seen: Seen): Check[] {
  const always = [contrastOf(theme), headlineOf(look, seen.fits), markCheck(look, seen.uploaded)]
  const at = look.photos.findIndex(({ alt }) => alt.trim() === "")
  const text = `Photograph ${at + 1} has no description`
  return at < 0 ? always : [...always, { text, ok: false, section: "art", field: "photos" }]
}

function contrastOf(theme: Theme): Check {
  const all = ratios(theme)
  const passed = all.filter(({ passes }) => passes).length
  return {
    text: `Contrast ${passed} of ${all.length}`,
    ok: passed === all.length,
    section: "colour",
    field: "hue_glass",
  }
}

function headlineOf({ name }: Look, fits?: boolean): Check {
  const place = { section: "name", field: "name" } as const
  if (!name.trim()) return { text: "Name is missing", ok: false, ...place }
  return fits === false
    ? { text: "Too wide at 390", ok: false, ...place }
    : { text: "Headline fits 390", ok: true, ...place }
}

/** What a tab needs to tell a sign from its ground. */
export const LEAST = 3

function markCheck(look: Look, uploaded: Seen["uploaded"]): Check {
  const place = { section: "mark", field: "mark" } as const
  const isOk =
    look.kind === "uploaded"
      ? !uploaded || Math.min(uploaded.light, uploaded.dark) >= LEAST
      : legible(markOf(look)).ok
  return { text: isOk ? "Mark legible at 16" : "Mark too thin at 16", ok: isOk, ...place }
}
