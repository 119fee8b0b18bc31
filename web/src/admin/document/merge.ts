import { isSame } from "@/lib/same"
import { filled, type Item, matchItems, nameOf } from "./history/match-items"

/** A place that both changed. What is undefined was removed there. */
export type Clash = {
  path: string
  /** The item of a list that it belongs to. */
  of?: string
  isOrder?: boolean
  before: unknown
  mine: unknown
  theirs: unknown
}

/** The places where theirs is taken; elsewhere one's own is. */
export type Choices = Record<string, "theirs">

export type Merged<Values> = { values: Values; clashes: Clash[] }

type Fields = Record<string, unknown>

type Merging = { choices: Choices; clashes: Clash[] }

/** A three-way merge: what either changed since before, and where both did, what is chosen. */
export function merge<Values extends object>(
  before: Values,
  mine: Values,
  theirs: Values,
  choices: Choices = {},
): Merged<Values> {
  const merging = { choices, clashes: [] }
  const values = fields(before as Fields, mine as Fields, theirs as Fields, "", merging)
  return { values: values as Values, clashes: merging.clashes }
}

function fields(before: Fields, mine: Fields, theirs: Fields, path: string, on: Merging, of = "") {
  const keys = Object.keys({ ...theirs, ...mine })
  const at = (key: string) => (path ? `${path}.${key}` : key)
  return Object.fromEntries(
    keys.map((key) => [key, value(before[key], mine[key], theirs[key], at(key), on, of)]),
  )
}

function value(b: unknown, m: unknown, t: unknown, path: string, on: Merging, of: string): unknown {
  if (isSame(m, b) || isSame(m, t)) return t
  if (isSame(t, b)) return m
  if (Array.isArray(b) && Array.isArray(m) && Array.isArray(t)) return list(b, m, t, path, on)
  if (isGroup(b) && isGroup(m) && isGroup(t)) return fields(b, m, t, path, on, of)
  return choose({ path, of, before: b, mine: m, theirs: t }, on)
}

const isGroup = (some: unknown): some is Fields =>
  typeof some === "object" && some !== null && !Array.isArray(some)

function choose({ of, ...clash }: Clash, { choices, clashes }: Merging): unknown {
  clashes.push(of ? { ...clash, of } : clash)
  return choices[clash.path] ? clash.theirs : clash.mine
}

// An item that is in both lists is one object in all of them.
type Entry = { item: Item | undefined }

function list(before: Item[], mine: Item[], theirs: Item[], path: string, on: Merging): Item[] {
  const [inMine, inTheirs] = [matchItems(before, mine), matchItems(before, theirs)]
  const entries = before.map((item, at): Entry => {
    const [m, t] = [mine[inMine[at] ?? -1], theirs[inTheirs[at] ?? -1]]
    return { item: merged(item, m, t, `${path}.${at}`, on) }
  })
  const ours = inOrder(mine, inMine, entries)
  // What both added alike is there once.
  const added = (item: Item) =>
    ours.find((one) => !entries.includes(one) && isSame(filled(one.item ?? ""), filled(item)))
  const others = inOrder(theirs, inTheirs, entries, added)

  const stay = (one: Entry) => ours.includes(one) && others.includes(one)
  const [was, my, their] = [entries.filter(stay), ours.filter(stay), others.filter(stay)]
  const isMoved = (order: Entry[], from: Entry[]) => order.some((one, at) => one !== from[at])
  let leads = ours
  if (!isMoved(my, was)) leads = others
  else if (isMoved(their, was) && isMoved(their, my)) {
    const names = (some: Entry[]) => some.map(({ item }) => nameOf(item ?? ""))
    const clash = { before: names(was), mine: names(my), theirs: names(their) }
    choose({ path: `${path}#`, isOrder: true, ...clash }, on)
    if (on.choices[`${path}#`]) leads = others
  }
  const all = woven(leads, leads === ours ? others : ours)
  return all.map(({ item }) => item).filter((item) => item !== undefined)
}

/** The entries of a list in its own order; what is new in it gets one of its own. */
function inOrder(
  list: Item[],
  places: (number | undefined)[],
  entries: Entry[],
  known: (item: Item) => Entry | undefined = () => undefined,
): Entry[] {
  return list.map((item, at) => entries[places.indexOf(at)] ?? known(item) ?? { item })
}

/** One order with what only the other has, each after what it came after there. */
function woven(order: Entry[], other: Entry[]): Entry[] {
  const all = [...order]
  other.forEach((one, at) => {
    if (!all.includes(one)) all.splice(all.indexOf(other[at - 1] as Entry) + 1, 0, one)
  })
  return all
}

function merged(
  before: Item,
  mine: Item | undefined,
  theirs: Item | undefined,
  path: string,
  on: Merging,
) {
  if (mine !== undefined && theirs !== undefined)
    return value(before, mine, theirs, path, on, nameOf(theirs)) as Item
  const left = mine ?? theirs
  // Removed by one and untouched by the other, it is removed.
  if (left === undefined || isSame(filled(left), filled(before))) return undefined
  // Its row is gone, so it comes back as a new one.
  const clash = { path, before: filled(before), mine: mine && filled(mine), theirs }
  return choose({ ...clash, of: nameOf(before) }, on) as Item | undefined
}
