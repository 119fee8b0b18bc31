import dates from "./dates.json"
import { DEFAULT_THEME, isOneOf, PACKS, type Pack } from "./identity"
import words from "./words.json"

/** Every sentence that a visitor can read has a row. Voice changes with the pack, function does not, seed is the first content of a table. */
export type WordKey = keyof typeof words.rows

export type WordRow = {
  place: string
  kind: "voice" | "function" | "seed"
  /** Binds what an editor types, counted without placeholders. */
  max: number
  hint?: string
  /** A row has one text, or one for each pack. */
  default?: string
  packs?: Record<Pack, string>
  /** The same for a studio without a city. */
  no_city?: Partial<Record<Pack | "default", string>>
}

export const WORDS = words.rows as unknown as Record<WordKey, WordRow>
export const WORD_KEYS = Object.keys(WORDS) as WordKey[]
/** What each placeholder stands for. */
export const PLACEHOLDERS: Record<string, string> = words.placeholders
/** The packs, each with a sentence about it. */
export const PACK_NOTES: Record<Pack, string> = words.packs

export type Values = Record<string, string | number>
export type Word = (key: WordKey, values?: Values) => string

export type Voice = {
  pack?: unknown
  city?: string
  language?: string
  /** The studio's name. */
  name?: string
  /** The rows of `site_words`: what differs from the pack. */
  stored?: Readonly<Record<string, string | undefined>>
}

/** The sentences of a studio. An empty stored text means the default. */
export function wordsOf(voice: Voice = {}): Word {
  const { name = "Vitrine", city = "" } = voice
  return (key, values = {}) => {
    const all = { studio: name, city, ...values }
    return filled(templateOf(key, voice, all), all)
  }
}

/** What a row says for a studio, its placeholders not yet filled in. */
export function templateOf(key: WordKey, voice: Voice, values: Values = {}): string {
  const { pack, city = "", language, name = "Vitrine", stored = {} } = voice
  const own = stored[key]
  if (own?.trim() && (city || !own.includes("{city}"))) return own
  const text = defaultWord(key, pack, city !== "", language)
  // Beside a long name the city steps back.
  const length = lengthOf(filled(text, { studio: name, city, ...values }))
  return length <= WORDS[key].max ? text : defaultWord(key, pack, false, language)
}

/** What a row says before anyone edits it, its placeholders not yet filled in. */
export function defaultWord(key: WordKey, pack?: unknown, hasCity = true, language = "en"): string {
  const own = inLanguage(language)?.[key]
  if (own !== undefined) return own
  const row = WORDS[key]
  const voice = isOneOf(PACKS, pack) ? pack : DEFAULT_THEME.pack
  const short = row.no_city?.[voice] ?? row.no_city?.default
  if (!hasCity && short !== undefined) return short
  return row.packs?.[voice] ?? row.default ?? ""
}

/** The languages whose dates and numbers are known; others write them as in English. */
export const LANGUAGES = Object.keys(dates)

/** The rows that a language says in its own way. One of a region is that of the language where nothing else is known. */
function inLanguage(language: string) {
  const known: Record<string, Partial<Record<WordKey, string>>> = dates
  return known[language] ?? known[language.split("-")[0] as string]
}

const PLACEHOLDER = /\{(\w+)\}/g

// One pass: a value that looks like a placeholder stays as it is.
function filled(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (_, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : "",
  )
}

const namesIn = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name as string)

/** The placeholders that a row may use. */
export function placeholdersOf(key: WordKey): string[] {
  const { default: one = "", packs = {}, no_city = {} } = WORDS[key]
  return [...new Set(namesIn([one, ...Object.values(packs), ...Object.values(no_city)].join("")))]
}

const lengthOf = (text: string) => [...text].length
