import DOMPurify from "dompurify"
import { isFreshSign, signOf } from "@/identity/sign"
import { templateOf, type Voice } from "@/identity/words"
import type { Showing } from "@/lib/preview"
import type { PageData, SiteIdentity } from "@/site/data"
import { defaults, type WordKey } from "@/site/words.gen"

/** What is not saved yet, on top of what is. */
export function overlaid(saved: PageData, { identity, words, content }: Showing): PageData {
  return {
    ...saved,
    ...(content && cleanedContent(saved, content)),
    site: identity ? { ...saved.site, ...siteOf(saved.site, identity, words) } : saved.site,
  } as PageData
}

type Identity = NonNullable<Showing["identity"]>

function siteOf(
  saved: SiteIdentity,
  { name, city, country, language, mark, theme }: Identity,
  stored: Showing["words"],
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
    art: isFresh ? undefined : artOf(saved, theme),
  }
}

// How large a picture is, the server alone knows; one that is not saved yet counts as large enough.
const LARGE = { w: 1600, h: 1200 }

function artOf({ art }: SiteIdentity, { art: family, seed, photos }: Identity["theme"]) {
  const known = new Map(art?.photos.map((photo) => [photo.url, photo]))
  return {
    family,
    seed,
    photos: photos.map((photo) => ({ ...LARGE, ...known.get(photo.url), ...photo })),
  }
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

/** The columns that hold HTML; a list has those of its items. */
const RICH: Record<string, string[]> = {
  hero_content: ["subtitle"],
  featured_areas: ["description"],
  team_members: ["company"],
  about_content: ["intro_text", "approach_text"],
  footer_content: ["company_description"],
  job: ["about", "how_to_apply"],
  own_page: ["body"],
}

const TAGS = "p br b strong i em u s ul ol li blockquote code pre h2 h3 h4 hr a img".split(" ")
const ATTRIBUTES = ["href", "src", "alt", "width", "height"]

function cleanedContent(saved: PageData, content: Record<string, unknown>) {
  // What a page does not show is none of its business.
  const known = Object.entries(content).filter(([part]) => Object.hasOwn(saved, part))
  return Object.fromEntries(
    known.map(([part, value]) => {
      const before = (saved as unknown as Record<string, unknown>)[part]
      return [part, Array.isArray(value) ? cleaned(part, value) : merged(part, before, value)]
    }),
  )
}

const merged = (part: string, before: unknown, value: unknown) =>
  cleaned(part, { ...(before as object), ...(value as object) })

function cleaned(part: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => cleaned(part, item))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([column, held]) => {
      if (Array.isArray(held)) return [column, cleaned(column, held)]
      const isRich = RICH[part]?.includes(column)
      return [column, isRich ? cleanedHtml(String(held)) : held]
    }),
  )
}

const cleanedHtml = (html: string) =>
  DOMPurify.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ATTRIBUTES })

/** What the drawings of a page depend on; they are drawn anew when it changes. */
export const drawingOf = ({ site: { art, frame, name, words = {} } }: PageData) =>
  JSON.stringify([art, frame, art && name, words.scene_tag_1])
