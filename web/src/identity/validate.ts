import { ARTS, FRAMES, isOneOf, PACKS, PLACES, TYPES } from "./identity"

/** A rule answers with a sentence when a value breaks it. */
type Rule = (value: unknown) => string | string[] | undefined

const THEME: Record<string, Rule> = {
  hue_glass: (value) => degrees("The hue of the glass", value),
  hue_dot: (value) => degrees("The hue of the dot", value),
  tint: (value) =>
    isBetween(value, 0, 2.5) && isStep(value, 0.05)
      ? undefined
      : "The tint must be a number from 0 to 2.5 in steps of 0.05.",
  type: (value) => oneOf("The type", TYPES, value),
  art: (value) => oneOf("The artwork", ARTS, value),
  seed: (value) =>
    value === null || isWhole(value, 0, 9999)
      ? undefined
      : "The seed must be a whole number from 0 to 9999, or null.",
  pack: (value) => oneOf("The word pack", PACKS, value),
  photos: (value) =>
    Array.isArray(value) && value.length <= 12
      ? value.flatMap((photo, i) => checked(photo, PHOTO, `Photo ${i + 1}`, Object.keys(PHOTO)))
      : "The photos must be a list of at most 12.",
}

const PHOTO: Record<string, Rule> = {
  url: (value) =>
    isStored(value) ? undefined : "The address of a photo must be one of this site's own storage.",
  x: (value) => focus("x", value),
  y: (value) => focus("y", value),
  alt: (value) =>
    typeof value === "string" && value.trim() !== "" && lengthOf(value) <= 160
      ? undefined
      : "A photo needs an alternative text of 1 to 160 characters.",
}

const MARK: Record<string, Rule> = {
  kind: (value) => oneOf("The kind of mark", ["generated", "uploaded"], value),
  frame: (value) => oneOf("The frame of the mark", FRAMES, value),
  dot: (value) => oneOf("The place of the dot", PLACES, value),
  initial: (value) =>
    typeof value === "string" && lengthOf(value) <= 1
      ? undefined
      : "The initial must be a single character, or empty.",
  url: (value) => upload("The address of the mark", value),
  dark_url: (value) => upload("The address of the mark for the dark theme", value),
}

/** What is wrong with the JSON of `site_settings.theme`, one sentence each. What is left out has its default. */
export const validateTheme = (json: unknown): string[] => checked(json, THEME, "The theme")

/** What is wrong with the JSON of `site_settings.mark`. */
export function validateMark(json: unknown): string[] {
  const sentences = checked(json, MARK, "The mark")
  const mark = (sentences.length === 0 ? json : {}) as Record<string, unknown>
  if (mark.kind === "uploaded" && !mark.url) sentences.push("An uploaded mark needs its address.")
  return sentences
}

function checked(json: unknown, rules: Record<string, Rule>, what: string, needed: string[] = []) {
  if (!isObject(json)) return [`${what} must be an object.`]
  const known = new Map(Object.entries(rules))
  const sentences = Object.entries(json).flatMap(([key, value]) => {
    const rule = known.get(key)
    return rule ? (rule(value) ?? []) : `${what} has no "${[...key].slice(0, 40).join("")}".`
  })
  const missing = needed.filter((key) => !Object.hasOwn(json, key))
  return [...sentences, ...missing.map((key) => `${what} needs "${key}".`)]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isBetween = (value: unknown, least: number, most: number): value is number =>
  typeof value === "number" && value >= least && value <= most

const isWhole = (value: unknown, least: number, most: number) =>
  isBetween(value, least, most) && Number.isInteger(value)

// 0.15 / 0.05 is not quite 3.
const isStep = (value: number, step: number) =>
  Math.abs(value / step - Math.round(value / step)) < 1e-6

function degrees(what: string, value: unknown) {
  return isWhole(value, 0, 359) ? undefined : `${what} must be a whole number from 0 to 359.`
}

function focus(axis: string, value: unknown) {
  return isBetween(value, 0, 1) ? undefined : `The focal point's ${axis} must be from 0 to 1.`
}

function oneOf(what: string, list: readonly string[], value: unknown) {
  return isOneOf(list, value) ? undefined : `${what} must be one of ${list.join(", ")}.`
}

function upload(what: string, value: unknown) {
  return value === "" || isStored(value)
    ? undefined
    : `${what} must be one of this site's own storage, or empty.`
}

/** A path below our public buckets: no other host, no way up, nothing that could end an attribute or a url(). */
const STORED = /^\/storage\/v1\/object\/public\/[a-z0-9-]+\/[\w.~%-]+(\/[\w.~%-]+)*$/

function isStored(value: unknown): boolean {
  return (
    typeof value === "string" &&
    value.length <= 500 &&
    STORED.test(value) &&
    !/(^|\/)\.{1,2}(\/|$)|%2e|%2f|%5c/i.test(value)
  )
}

const lengthOf = (text: string) => [...text].length
