/**
 * Removes tags and nothing else: "1 < 2" and "R&D" stay as they were typed. The server does the same:
 * removing one tag can form another, which goes too, and one pass is enough however the text was made.
 */
export function stripTags(text: string): string {
  const kept: string[] = []
  let open = -1
  for (const c of text) {
    if (c === ">" && open >= 0) {
      kept.length = open
      open = -1
      continue
    }
    if (open < 0 && kept.at(-1) === "<" && /[a-z/!]/i.test(c)) open = kept.length - 1
    kept.push(c)
  }
  return kept.join("")
}

// Before a capital, or a letter of a script without capitals; with it the single capital before the stop, as in "U.S.".
const STOP = /((?:^|\P{L})\p{Lu})?\. (?=["'\p{Pi}\p{Ps}]*[\p{Lu}\p{Lt}\p{Lo}])/gu

/** Sentences of a headline: a full stop ends one before a space and a capital, so "2.5" and "U.S. companies" stay whole. */
export const sentences = (title: string) =>
  title
    .trim()
    .replace(/\s+/g, " ")
    .replace(STOP, (whole, initial?: string) => (initial ? whole : ".\n"))
    .split("\n")

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
  "#34": '"',
}

// Tags within a sentence part no words.
const INLINE_TAGS = /<\/?(?:a|b|code|em|i|s|strong|u)(?:\s[^>]*)?>/gi

/** The words of rich text, for descriptions and previews. */
export function plainText(html: string): string {
  return html
    .replace(INLINE_TAGS, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim()
}

/** The host a visitor would recognise: "parchi.example" of "https://www.parchi.example/shop". */
export const hostName = (url: string) =>
  url.replace(/^[a-z]+:\/\/(www\.)?/i, "").replace(/[/?#].*$/, "")

const PICTURES = "/storage/v1/object/public/media/"

/** Whether rich text may show it: a picture of the library. */
export const isPicture = (src: string | null) =>
  !!src?.startsWith(PICTURES) && /^[\w.-]+$/.test(src.slice(PICTURES.length))

/** The beginning of a text, for who cuts at about this length: between words, and never inside a character. */
export function shortened(text: string, most = 160): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const cut = characters.slice(0, most - 3).join("")
  return `${cut.replace(/\s+\S*$/, "").replace(/[\s.,;:!?\u2026-]+$/, "")}...`
}
