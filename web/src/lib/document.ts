import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import { allRows } from "./all-rows"
import { AFTER } from "./batch"
import { discardDrafts } from "./draft"
import type { RichToolbar } from "./rich-toolbar"
import { isSame } from "./same"
import type { Database } from "./schema.gen"
import { call, type Procedure, supabase } from "./supabase"

export type Table = keyof Database["public"]["Tables"]

type List = {
  table: Table
  /** The column of a list of plain texts. */
  text?: string
  /** The column of its order; else that of the ids. */
  order?: string
  /** Read by itself: no reference joins it to the document. */
  apart?: boolean
  /** Items know which rows they are. */
  keyed?: boolean
}

type Items<Values> = {
  [Key in keyof Values as Values[Key] extends unknown[]
    ? Key
    : never]: Values[Key] extends (infer Item)[] ? Item : never
}

/** What an editor saves in one go, as internal/schema declares it; documents.gen.ts holds them all. */
export type Declared<Doc, Values> = {
  /** Its unsaved text is kept under this. */
  name: string
  /** The document that it is a part of. */
  of?: string
  label: string
  table: Table
  /** One row, each of many rows, or all rows of the table. */
  kind: "single" | "many" | "whole"
  order: string[]
  save?: Procedure
  remove?: Procedure
  reorder?: Procedure
  lists: Record<string, List>
  /** The field that says whether visitors see it. */
  shows?: string
  empty: Values
  /** A new item of each list. */
  blank: Items<Values>
  /** Fields with the address of a picture. */
  images?: string[]
  /** Rich texts with more tools at hand than the least, by path: "featured_areas.*.description". */
  tools?: Record<string, RichToolbar>
  rules: z.ZodType
  /** For the types alone. */
  stored?: Doc
}

type Row = { id: number; version: number }

/** The query of a document, or of all of a kind. It is refreshed under the name of its table. */
export const queryOf = <Doc>(declared: Declared<Doc, object>) =>
  queryOptions({
    queryKey: [declared.table],
    queryFn: () => one(declared) as Promise<Doc>,
  })

export const allOf = <Doc>(declared: Declared<Doc, object>) =>
  queryOptions({
    queryKey: [declared.table],
    queryFn: () =>
      allRows(async (from, to) => {
        const { data } = await read(declared).range(from, to).throwOnError()
        return { data: data as unknown as Doc[] }
      }),
  })

// The lists come within their document, in the order they were saved.
function read({ table, lists, order, kind }: Declared<unknown, object>) {
  const within = kind === "whole" ? [] : Object.entries(lists).filter(([, list]) => !list.apart)
  const select = within.map(([name, list]) => {
    const columns = list.text ? `id,${list.text}` : "*"
    return `,${name}:${list.table}(${columns})`
  })
  let query = supabase.from(table as "job_listings").select(`*${select.join("")}` as "*")
  for (const column of order) query = query.order(column as "id")
  for (const [, list] of within) query = query.order(orderOf(list), { referencedTable: list.table })
  return query
}

const orderOf = ({ order = "id" }: List) => order as "id"

async function one(declared: Declared<unknown, object>): Promise<unknown> {
  if (declared.kind === "whole") return (await read(declared).throwOnError()).data
  // The version first: items that are newer than it are refused when they are saved, older ones would undo a save.
  const row = read(declared).limit(1).single().throwOnError()
  const lists = Object.entries(declared.lists).filter(([, list]) => list.apart)
  const [{ data }, ...items] = await Promise.all([
    row,
    ...lists.map(([, list]) =>
      supabase
        .from(list.table as "process_steps")
        .select("*")
        .order(orderOf(list))
        .setHeader(...AFTER)
        .throwOnError(),
    ),
  ])
  const found = lists.map(([name], at) => [name, items[at]?.data])
  return { ...data, ...Object.fromEntries(found) }
}

/** What a form over the document starts with; without a document, an empty one. */
export function valuesOf<Values extends object>(
  { empty, lists, blank, kind }: Declared<unknown, Values>,
  doc: unknown,
): Values {
  const values = { ...empty } as Record<string, unknown>
  if (!doc) return values as Values
  const stored = doc as Record<string, unknown>
  for (const [key, nothing] of Object.entries(empty)) {
    const list = lists[key]
    values[key] = list
      ? items(list, blank[key as never], kind === "whole" ? doc : stored[key])
      : (stored[key] ?? nothing)
  }
  return values as Values
}

function items(list: List, blank: unknown, rows: unknown) {
  return ((rows ?? []) as Record<string, unknown>[]).map((row) => {
    if (list.text) return row[list.text]
    const item: Record<string, unknown> = list.keyed ? { id: row.id } : {}
    for (const [key, nothing] of Object.entries(blank as object)) item[key] = row[key] ?? nothing
    return item
  })
}

/** A form over something that is no document: it is saved in a way of its own. */
export const formOf = <Values extends object, Doc = unknown>(
  form: Pick<Declared<Doc, Values>, "name" | "of" | "table" | "empty" | "rules">,
): Declared<Doc, Values> => {
  const blank = {} as Items<Values>
  return { ...form, label: form.name, kind: "single", order: [], lists: {}, blank }
}

/** Saves what was changed since the document was loaded; without one, a new document. */
export async function saveOf<Doc, Values extends object>(
  declared: Declared<Doc, Values>,
  values: Partial<Values>,
  base: Doc | null,
  before: object = valuesOf(declared, base),
): Promise<Doc> {
  const save = declared.save as Procedure
  if (declared.kind === "whole") {
    const loaded = ((base ?? []) as Row[]).map(({ id, version }) => ({ id, version }))
    return (await call(save, { loaded, ...values } as never)) as Doc
  }
  const changed = Object.entries(values).filter(
    ([key, value]) => !base || !isSame(value, before[key as never]),
  )
  const { id, version } = (base ?? {}) as Partial<Row>
  const args = { ...(base && { id, version }), ...Object.fromEntries(changed) }
  return (await call(save, args as never)) as Doc
}

/** Deletes a document as it was loaded, and what its owner typed into it. */
export async function removeOf(
  declared: Declared<unknown, object>,
  { id, version }: Row,
  owner: string,
) {
  if (declared.remove) await call(declared.remove, { id, version } as never)
  await discardDrafts(owner, draftOf(declared, { id }))
}

/** What the unsaved text of a document is kept under. */
export const draftOf = (
  { kind, name }: Pick<Declared<unknown, object>, "kind" | "name">,
  doc: Pick<Row, "id"> | null = null,
) => (kind === "many" ? `${name} ${doc?.id ?? "new"}` : name)

/** Tells two versions of a document apart. */
export const stampOf = (doc: unknown) =>
  (Array.isArray(doc) ? (doc as Row[]) : [doc as Row])
    .map(({ id, version }) => `${id}.${version}`)
    .join()

/** The version that a restore checks: of the row, or of all rows together. */
export const versionOf = (doc: unknown) =>
  (Array.isArray(doc) ? (doc as Row[]) : [doc as Row]).reduce(
    (sum, { version }) => sum + version,
    0,
  )

/** A form over some fields of a document, with unsaved text of its own. */
export function partOf<Doc, Values extends object, Key extends keyof Values & string>(
  declared: Declared<Doc, Values>,
  name: string,
  keys: Key[],
): Declared<Doc, Pick<Values, Key>> {
  const some = <All extends object>(all: All) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key as Key))) as never
  const rules = declared.rules as unknown as z.ZodObject
  return {
    ...declared,
    name,
    of: declared.of ?? declared.name,
    empty: some(declared.empty),
    lists: declared.lists,
    blank: some(declared.blank),
    rules: rules.pick(Object.fromEntries(keys.map((key) => [key, true])) as never),
  }
}
