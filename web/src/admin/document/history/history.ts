import type { Declared } from "@/lib/document"
import type { Naming } from "./differences"
import { docOf, type Place } from "./revisions"

export type Values = Record<string, unknown>

/** What the drawer needs to know of a form. */
export type History = {
  place: Place
  /** The form itself, which knows how it lies over a page. */
  form: object
  /** What the document is called. */
  label: string
  naming: Naming
  /** What the form would hold of what is on the site now. */
  now: Values
  /** What it holds, when that is not saved. */
  unsaved: () => Values | undefined
  /** What it would hold of a version. */
  valuesOf: (snapshot: unknown) => Values
  /** Puts fields of a version into the form; what it returns puts back what was there. */
  fill: (fields: Values) => () => void
}

/** The form's values of a snapshot. Items that are rows of their own are those rows only while they are there. */
export function valuesOfSnapshot<Doc>(
  declared: Pick<Declared<unknown, object>, "kind" | "lists">,
  values: (doc: Doc) => object,
  doc: Doc,
  snapshot: unknown,
): Values {
  const stored = docOf(declared, snapshot)
  // A field that is younger than the version stays as it is. The form may call it otherwise than the document.
  const whole = Array.isArray(stored) ? stored : { ...doc, ...(stored as object) }
  const now = values(doc) as Values
  return Object.fromEntries(
    Object.entries(values(whole as Doc)).map(([key, value]) => [key, known(value, now[key])]),
  )
}

const idsOf = (list: unknown) =>
  Array.isArray(list) ? list.map((item: { id?: unknown } | string) => idOf(item)) : []

const idOf = (item: { id?: unknown } | string) => (typeof item === "string" ? undefined : item.id)

function known(list: unknown, now: unknown): unknown {
  if (!Array.isArray(list)) return list
  const there = idsOf(now)
  return list.map((item) => {
    if (idOf(item) === undefined || there.includes(idOf(item))) return item
    const { id: _, ...fresh } = item
    return fresh
  })
}
