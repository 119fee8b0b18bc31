import DOMPurify from "dompurify"
import { isFreshSign, signOf } from "@/identity/sign"
import { templateOf, type Voice } from "@/identity/words"
import { type Showing, SUBJECTS } from "@/lib/preview"
import type { PageData, SiteIdentity } from "@/site/data"
import { defaults, type WordKey } from "@/site/words.gen"
import { parts, type Shape } from "./fields.gen"
import { withChanges } from "./word-marks"

/** What is not saved yet, on top of what is. */
export function overlaid(saved: PageData, showing: Showing): PageData {
  const { identity, content, hasChanges } = showing
  return {
    ...saved,
    ...(content && cleanedContent(saved, content, hasChanges)),
    site: identity ? { ...saved.site, ...siteOf(saved.site, identity, showing) } : saved.site,
  } as PageData
}

type Identity = NonNullable<Showing["identity"]>

function siteOf(
  saved: SiteIdentity,
  { name, city, country, language, mark, theme }: Identity,
  { words: stored, photos }: Showing,
): Partial<SiteIdentity> {
  const isFresh = theme.art === "vessels" && theme.seed === null
  return {
    name,
    city,
    country,
    language,
    words: wordsFor({ pack: theme.pack, name, city, language, stored }),
    mark: isFreshSign(mark) ? undefined : signOf(mark),
    frame: mark.frame,
    art: isFresh ? undefined : artOf(saved, theme, photos),
  }
}

/** A photograph whose size neither the page nor the form knows is left out, as one that is gone. */
function artOf(
  { art }: SiteIdentity,
  { art: family, seed, photos, fallback }: Identity["theme"],
  sizes: Showing["photos"] = {},
): SiteIdentity["art"] {
  const saved = new Map(art?.photos.map((photo) => [photo.url, photo]))
  const sized = photos.flatMap(({ url, alt }) => {
    const size = sizes[url] ?? saved.get(url)
    // The mark of the saved one makes it the same file as visitors have.
    return size ? [{ v: saved.get(url)?.v, ...size, url, alt }] : []
  })
  return { family, seed, photos: sized, fallback }
}

function wordsFor(voice: Voice): Partial<Record<WordKey, string>> {
  const keys = Object.keys(defaults) as WordKey[]
  return Object.fromEntries(
    keys.flatMap((key) => {
      const text = templateOf(key, voice)
      return text === defaults[key] ? [] : [[key, text]]
    }),
  )
}

const IMAGE = /^(\/(?!\/)|https?:\/\/[^/]+\.)/i

const TAGS = "p br b strong i em u s ul ol li blockquote code pre h2 h3 h4 hr a img".split(" ")
const ATTRIBUTES = ["href", "src", "alt", "width", "height"]

function cleanedContent(saved: PageData, content: Record<string, unknown>, hasChanges = false) {
  // The footer of every page follows Contact.
  const all = { reach: content.contact_info, ...content }
  // What a page does not show is none of its business.
  const known = Object.entries(all).filter(
    ([part, value]) => value !== undefined && Object.hasOwn(saved, part),
  )
  return Object.fromEntries(
    known.map(([part, value]) => {
      const before = (saved as unknown as Record<string, unknown>)[part]
      const shape = parts[SUBJECTS[part] ?? part]?.shape
      const isList = Array.isArray(value)
      const of: Shape | undefined = isList && shape ? [shape] : shape
      const clean = cleaned(isList ? value : { ...(before as object), ...(value as object) }, of)
      return [part, hasChanges ? changed(clean, before, of) : clean]
    }),
  )
}

/** Unsaved HTML goes through DOMPurify; all else is text. */
function cleaned(value: unknown, shape: Shape | undefined): unknown {
  if (!shape || value === null || value === undefined) return value
  if (shape === "rich") return cleanedHtml(String(value))
  if (shape === "text") return value
  // What is no address yet is not asked for.
  if (shape === "image") return IMAGE.test(String(value)) ? value : ""
  if (Array.isArray(shape)) return (value as unknown[]).map((item) => cleaned(item, shape[0]))
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, cleaned(held, shape[key])]),
  )
}

/** The same with the words marked that are other than before. Items are compared in their order. */
function changed(value: unknown, before: unknown, shape: Shape | undefined): unknown {
  if (!shape || shape === "image" || !value || !before) return value
  if (shape === "rich" || shape === "text")
    return withChanges(String(before), String(value), shape === "rich")
  if (Array.isArray(shape))
    return (value as unknown[]).map((item, at) =>
      changed(item, (before as unknown[])[at], shape[0]),
    )
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      changed(held, (before as Record<string, unknown>)[key], shape[key]),
    ]),
  )
}

// Of all texts of a form one is being typed.
const clean = new Map<string, string>()

function cleanedHtml(html: string): string {
  const known = clean.get(html)
  if (known !== undefined) return known
  if (clean.size > 100) clean.clear()
  const made = DOMPurify.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ATTRIBUTES })
  clean.set(html, made)
  return made
}

/** What the drawings of a page depend on; they are drawn anew when it changes. */
export const drawingOf = ({ site: { art, frame, name, words = {} } }: PageData) =>
  JSON.stringify([art, frame, art && name, words.scene_tag_1])
