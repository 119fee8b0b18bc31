import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type { Declared, Table } from "@/lib/document"
import type { Database } from "@/lib/schema.gen"
import { supabase } from "@/lib/supabase"

/** Where the history of a document is found. */
export type Place = { table: Table; document: string; document_id: string }

type Revision = Pick<
  Database["public"]["Tables"]["revisions"]["Row"],
  "id" | "document_version" | "action" | "user_id" | "user_email" | "created_at"
>

export type Version = Revision & { changed: string[]; snapshot: unknown }

type Row = { id: number }

const LIGHT = "id,document_version,action,user_id,user_email,created_at"
const PAGE = 15

/** Where the history of a stored document is; nothing while it is new, and for forms that are no document. */
export function placeOf(declared: Declared<unknown, object>, doc: unknown): Place | undefined {
  const { table, kind, save, name } = declared
  const document = declared.of ?? (save && name)
  if (!document || !doc) return undefined
  return { table, document, document_id: kind === "whole" ? "" : String((doc as Row).id) }
}

// Refreshed together with the document, under the name of its table.
const keyOf = ({ table, document, document_id }: Place) =>
  [table, "revisions", document, document_id] as const

const of = (columns: string, { document, document_id }: Place) =>
  supabase
    .from("revisions")
    .select(columns)
    .eq("document", document)
    .eq("document_id", document_id)
    .order("id", { ascending: false })

/** The newest revision and the one before it, without what they hold. */
export const newest = (place: Place) =>
  queryOptions({
    queryKey: [...keyOf(place), "newest"],
    queryFn: async ({ signal }) => {
      const { data } = await of(LIGHT, place).limit(2).abortSignal(signal).throwOnError()
      return data as unknown as Revision[]
    },
  })

/** The versions, newest first. Each page brings one more, for the last to be compared with. */
export const versions = (place: Place) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(place), "versions"],
    initialPageParam: Number.MAX_SAFE_INTEGER,
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await of(`${LIGHT},changed,snapshot`, place)
        .lt("id", pageParam)
        .limit(PAGE + 1)
        .abortSignal(signal)
        .throwOnError()
      return data as unknown as Version[]
    },
    getNextPageParam: (page) => (page.length > PAGE ? page[PAGE - 1]?.id : undefined),
  })

/** A version beside the one before it. */
export type Step = { version: Version; before?: Version }

export const stepsOf = (pages: Version[][]): Step[] =>
  pages.flatMap((page) =>
    page.slice(0, PAGE).map((version, at) => ({ version, before: page[at + 1] })),
  )

/** The deletion that took a document away. */
export async function deletionOf({ document, document_id }: Omit<Place, "table">) {
  const { data } = await supabase
    .from("revisions")
    .select("id")
    .eq("document", document)
    .eq("document_id", document_id)
    .eq("action", "deleted")
    .order("id", { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  return data.id
}

/** A document as a snapshot has it, in the form that a screen reads it in. */
export function docOf(
  { kind, lists }: Pick<Declared<unknown, object>, "kind" | "lists">,
  snapshot: unknown,
): unknown {
  const stored = { ...(snapshot as Record<string, unknown>) }
  if (kind === "whole") return Object.values(stored).find(Array.isArray) ?? []
  for (const [name, { order }] of Object.entries(lists)) {
    const items = stored[name]
    if (order && Array.isArray(items)) stored[name] = [...items].sort((a, b) => a[order] - b[order])
  }
  return stored
}
