import { isSame } from "@/lib/same"
import { textOf } from "../rich-lines"

export type Item = string | Record<string, unknown>

const isText = (item: Item): item is string => typeof item === "string"

/** What an editor filled in of an item. */
export const filled = (item: Item): Item => {
  if (isText(item)) return item
  const { id: _, ...rest } = item
  return rest
}

/** What people know an item by: its first text. */
export function nameOf(item: Item): string {
  const texts = isText(item) ? [item] : Object.values(filled(item))
  const first = texts.find((text) => typeof text === "string" && text.trim() !== "")
  return textOf(String(first ?? "")).trim()
}

/** Whether most words are in both. */
function isAlike(a: Item, b: Item): boolean {
  const [words, others] = [wordsOf(a), wordsOf(b)]
  const most = Math.max(words.length, others.length)
  const left = [...others]
  const shared = words.filter((word) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return shared.length >= most / 2
}

const wordsOf = (item: Item) =>
  textOf(texts(item))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const texts = (item: Item) =>
  isText(item)
    ? item
    : Object.values(filled(item))
        .filter((value) => typeof value === "string")
        .join("\n")

const idOf = (item: Item) => (isText(item) ? undefined : item.id)

// The surest signs first, so that an item finds itself before it finds another.
const SIGNS: ((a: Item, b: Item) => boolean)[] = [
  (a, b) => isSame(filled(a), filled(b)),
  (a, b) => idOf(a) !== undefined && idOf(a) === idOf(b),
  (a, b) => !isText(a) && !isText(b) && nameOf(a) !== "" && nameOf(a) === nameOf(b),
  isAlike,
]

/** For each item of a list before, where it is afterwards; nothing for those that are gone. */
export function matchItems(before: Item[], after: Item[]): (number | undefined)[] {
  const places: (number | undefined)[] = before.map(() => undefined)
  const taken = new Set<number>()
  for (const isIt of SIGNS)
    before.forEach((item, from) => {
      if (places[from] !== undefined) return
      const to = after.findIndex((other, at) => !taken.has(at) && isIt(item, other))
      if (to < 0) return
      places[from] = to
      taken.add(to)
    })
  return places
}
