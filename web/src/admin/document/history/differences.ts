import { isSame } from "@/lib/same"
import { words } from "../as-text"
import { filled, type Item, matchItems, nameOf } from "./match-items"

type Named = { path: string; label: string }

export type ListItem = {
  did: "added" | "removed" | "changed"
  name: string
  fields: Difference[]
}

/** Where two versions of a form differ. */
export type Difference = Named &
  (
    | { kind: "text" | "image"; before: string; after: string }
    | { kind: "switch"; after: boolean }
    | { kind: "value"; before: string; after: string }
    | { kind: "group"; fields: Difference[] }
    | { kind: "list"; item: string; items: ListItem[]; isMoved: boolean }
  )

/** What a form calls its fields, and which of them are pictures. */
export type Naming = { labels: (path: string) => string | undefined; images?: string[] }

type Fields = Record<string, unknown>

export function differences(
  before: Fields,
  after: Fields,
  naming: Naming,
  under = "",
): Difference[] {
  return Object.keys({ ...before, ...after }).flatMap((key) => {
    if (key === "id" || isSame(before[key] ?? "", after[key] ?? "")) return []
    return between(before[key], after[key], under ? `${under}.${key}` : key, naming)
  })
}

function between(before: unknown, after: unknown, path: string, naming: Naming): Difference[] {
  const key = path.slice(path.lastIndexOf(".") + 1)
  const named = { path, label: naming.labels(path) ?? words(key) }
  const some = after ?? before
  if (Array.isArray(some)) return listOf(itemsOf(before), itemsOf(after), named, naming)
  if (typeof some === "boolean") return [{ ...named, kind: "switch", after: after === true }]
  if (typeof some === "object" && some !== null) {
    const fields = differences((before ?? {}) as Fields, (after ?? {}) as Fields, naming, path)
    return [{ ...named, kind: "group", fields }]
  }
  const sides = { before: String(before ?? ""), after: String(after ?? "") }
  if (naming.images?.includes(key)) return [{ ...named, kind: "image", ...sides }]
  return [{ ...named, kind: typeof some === "string" ? "text" : "value", ...sides }]
}

// A row to type in that nobody typed in is no item.
const itemsOf = (list: unknown) => ((list ?? []) as Item[]).filter((item) => item !== "")

function listOf(before: Item[], after: Item[], named: Named, naming: Naming): Difference[] {
  const places = matchItems(before, after)
  const stayed = places.filter((to) => to !== undefined)
  const items: ListItem[] = []
  before.forEach((item, from) => {
    const to = places[from]
    const now = to === undefined ? undefined : (after[to] as Item)
    if (now === undefined) items.push({ did: "removed", ...whole(item, {}, named, naming) })
    else if (!isSame(filled(item), filled(now)))
      items.push({ did: "changed", ...whole(item, now, named, naming) })
  })
  after.forEach((item, at) => {
    if (!stayed.includes(at)) items.push({ did: "added", ...whole({}, item, named, naming) })
  })
  const isMoved = stayed.some((to, at) => at > 0 && to < (stayed[at - 1] as number))
  if (items.length === 0 && !isMoved) return []
  const own = naming.labels(named.path)
  const single = naming.labels(`${named.path}.0`)
  const item = (single ?? own ?? singular(named.label)).toLowerCase()
  // A list that is called after one of its items.
  const label = own && !single ? plural(own) : named.label
  return [{ path: named.path, label, kind: "list", item, items, isMoved }]
}

const textsOf = (item: Item | object) =>
  typeof item === "string" ? { "": item } : filled(item as Item)

function whole(before: Item | object, after: Item | object, { path }: Named, naming: Naming) {
  const fields = differences(
    textsOf(before) as Fields,
    textsOf(after) as Fields,
    naming,
    `${path}.0`,
  )
  return { name: nameOf(after as Item) || nameOf(before as Item), fields }
}

export const plural = (noun: string) =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`

const singular = (nouns: string) => nouns.replace(/ies$/, "y").replace(/s$/, "")
