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
  const { pack, city = "", name = "Vitrine", stored = {} } = voice
  const own = stored[key]
  if (own?.trim() && (city || !own.includes("{city}"))) return own
  const text = defaultWord(key, pack, city !== "")
  // Beside a long name the city steps back.
  const length = lengthOf(filled(text, { studio: name, city, ...values }))
  return length <= WORDS[key].max ? text : defaultWord(key, pack, false)
}

/** What a row says before anyone edits it, its placeholders not yet filled in. */
export function defaultWord(key: WordKey, pack?: unknown, hasCity = true): string {
  const row = WORDS[key]
  const voice = isOneOf(PACKS, pack) ? pack : DEFAULT_THEME.pack
  const short = row.no_city?.[voice] ?? row.no_city?.default
  if (!hasCity && short !== undefined) return short
  return row.packs?.[voice] ?? row.default ?? ""
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

export function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(WORDS, key)
}

/** The length that `max` speaks of: what a reader counts, without placeholders. */
export const typedLength = (text: string) => lengthOf(text.replace(PLACEHOLDER, ""))

const lengthOf = (text: string) => [...text].length

/** What is wrong with a text for a row of `site_words`, one sentence each. */
export function checkWord(key: string, text: string): string[] {
  if (!isWordKey(key)) return [`There are no words called "${[...key].slice(0, 40).join("")}".`]
  const row = WORDS[key]
  if (row.kind === "seed") return [`"${key}" is edited where its content is.`]
  const sentences: string[] = []
  const length = typedLength(text)
  if (length > row.max) sentences.push(`Use at most ${row.max} characters: this has ${length}.`)
  if (hasControls(text, defaultWord(key).includes("\n")))
    sentences.push("Use plain text in one line.")
  const known = placeholdersOf(key)
  const unknown = [...new Set(namesIn(text))].filter((name) => !known.includes(name))
  return [...sentences, ...unknown.map((name) => cannotUse(name, known))]
}

function cannotUse(name: string, known: string[]): string {
  const choice = known.map((one) => `{${one}}`).join(", ")
  return `{${[...name].slice(0, 40).join("")}} means nothing here. ${choice ? `This text can use ${choice}.` : "This text has no placeholders."}`
}

// Mails have several lines; everything else has one.
function hasControls(text: string, hasLines: boolean): boolean {
  return [...text].some((c) => {
    const code = c.codePointAt(0) as number
    if (code === 10 && hasLines) return false
    return code < 32 || code === 127 || code === 0x2028 || code === 0x2029
  })
}
