import {
  defaultWord,
  PACK_NOTES,
  placeholdersOf,
  WORDS as ROWS,
  WORD_KEYS,
  type WordKey,
  type WordRow,
} from "@/identity/words"
import type { Site } from "@/lib/documents.gen"

export type Pack = Site["theme"]["pack"]

export type Word = WordRow & { key: WordKey }

/** The sentences that are edited here; the others are the first content of a table. */
export const WORDS: Word[] = WORD_KEYS.map((key) => ({ key, ...ROWS[key] })).filter(
  ({ kind }) => kind !== "seed",
)

/** The ways of talking, each with a sentence about it. */
export const PACKS = Object.entries(PACK_NOTES) as [Pack, string][]

/** Who speaks: a city changes some sentences, the language how dates are written. */
export type Speaker = { pack: Pack; city: string; language: string }

export const speakerOf = ({ theme, city, language }: Site): Speaker => ({
  pack: theme.pack,
  city,
  language,
})

/** What a sentence says as long as the studio has written nothing itself. */
export const defaultOf = ({ key }: Word, { pack, city, language }: Speaker) =>
  defaultWord(key, pack, city !== "", language)

// As internal/words reads them.
const PLACEHOLDER = /\{[a-z_]*\}/g

/** The length that max speaks of. */
export const lengthOf = (text: string) => [...text.replace(PLACEHOLDER, "")].length

/** What is wrong with a text for a sentence, as the server sees it; nothing when it can be said. */
export function checkWord({ key, max }: Word, text: string): string | undefined {
  const own = placeholdersOf(key).map((name) => `{${name}}`)
  const known = [...new Set(["{studio}", "{city}", ...own])]
  const used = [...new Set(text.match(PLACEHOLDER))]
  const unknown = used.find((one) => !known.includes(one))
  if (unknown) return `${unknown} stands for nothing in this sentence. It knows ${listed(known)}.`
  const over = lengthOf(text) - max
  if (over <= 0) return undefined
  if (used.length === 0) return `${over} too many.`
  return `${over} too many. ${listed(used)} ${used.length === 1 ? "is" : "are"} not counted.`
}

const listed = (names: string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
