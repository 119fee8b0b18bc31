/** Removes tags and nothing else: "1 < 2" and "R&D" stay as they were typed. The server does the same. */
export const stripTags = (text: string) => text.replace(/<[a-z/!][^>]*>/gi, "")

export const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

export const isEmail = (text: string) => EMAIL.test(text.trim())

/** Sentences of a headline: it breaks after a full stop that is followed by a space, so "2.5" stays whole. */
export const sentences = (title: string) =>
  title.trim().replace(/\s+/g, " ").replace(/\. /g, ".\n").split("\n")

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

/** The words of rich text, for descriptions and previews. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim()
}

/** The host a visitor would recognise: "parchi.example" of "https://www.parchi.example/shop". */
export const hostName = (url: string) =>
  url.replace(/^[a-z]+:\/\/(www\.)?/i, "").replace(/[/?#].*$/, "")
