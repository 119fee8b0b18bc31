import { z } from "zod"
import { type Declared, saveOf } from "@/lib/document"
import { type Words, type WordsValues, words } from "@/lib/documents.gen"
import { checkWord, defaultOf, type Speaker, WORDS, type Word } from "./words-list"

/** What the studio wrote, by key; empty is the default. A field each, so that two people can change two sentences. */
export type Typed = Record<string, string>

const texts = z.object(
  Object.fromEntries(
    WORDS.map((word) => [
      word.key,
      z.string().superRefine((text, context) => {
        const message = checkWord(word, text)
        if (message) context.addIssue({ code: "custom", message })
      }),
    ]),
  ),
)

const empty: Typed = Object.fromEntries(WORDS.map(({ key }) => [key, ""]))

export const typedWords: Declared<Words, Typed> = {
  ...words,
  lists: {},
  empty,
  blank: {},
  rules: texts,
}

export const typedOf = (stored: Words | null): Typed => ({
  ...empty,
  ...Object.fromEntries(
    (stored ?? []).flatMap(({ key, text }) => (key in empty ? [[key, text]] : [])),
  ),
})

/** Stores what differs from the default alone. */
export function saveWords(typed: Typed, base: Words | null, speaker: Speaker): Promise<Words> {
  const own = WORDS.filter((word) => isOwn(typed[word.key], defaultOf(word, speaker)))
  const rows: WordsValues["words"] = own.map(({ key }) => ({ key, text: typed[key] ?? "" }))
  return saveOf(words, { words: rows }, base)
}

export const isOwn = (text = "", usual: string) => text.trim() !== "" && text !== usual

type Place = { name: string; words: { key: string; label: string }[] }

const partOf = ({ place }: Word) => place.split(", ")[0] as string

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The sentences of each part of the site, each called by where it stands there. */
export const PLACES: Place[] = [...new Set(WORDS.map(partOf))].map((name) => {
  const all = WORDS.filter((word) => partOf(word) === name)
  const spots = all.map(({ place }) => place.slice(name.length + 2))
  const labelOf = (key: string, spot: string) => {
    const own = key.replaceAll("_", " ")
    if (spot === "") return own
    return spots.indexOf(spot) === spots.lastIndexOf(spot) ? spot : `${spot}: ${own}`
  }
  return {
    name,
    words: all.map(({ key }, index) => ({ key, label: capital(labelOf(key, spots[index] ?? "")) })),
  }
})

/** The keys of the sentences that a search finds, by what they say, their key and their place. */
export function find(search: string, typed: Typed, speaker: Speaker): Set<string> {
  const wanted = search.trim().toLowerCase()
  const found = WORDS.filter((word) => {
    const said = [typed[word.key] ?? "", defaultOf(word, speaker), word.key, word.place]
    return said.some((text) => text.toLowerCase().includes(wanted))
  })
  return new Set(found.map(({ key }) => key))
}
