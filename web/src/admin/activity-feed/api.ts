import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { addDays, formatISO, parseISO } from "date-fns"
import type { Table } from "@/lib/document"
import type { ActivityRow } from "@/lib/schema.gen"
import { supabase } from "@/lib/supabase"
import { KINDS } from "../kinds/kinds"
import { contains } from "../rows/like"

export type Entry = ActivityRow

/** What the list can be narrowed to, by the actions of the server. */
export const ACTIONS = {
  changes: { label: "Changes", actions: ["created", "saved", "reordered", "imported"] },
  deletions: { label: "Deletions", actions: ["deleted", "purged", "erased"] },
  restored: { label: "Put back", actions: ["restored"] },
  sign_ins: { label: "Sign-ins", actions: ["signed_in"] },
  users: {
    label: "Users",
    actions: [
      "invited",
      "added",
      "role_changed",
      "disabled",
      "enabled",
      "removed",
      "factors_reset",
    ],
  },
  letters: {
    label: "Letters",
    actions: [
      "letter_draft",
      "letter_scheduled",
      "letter_sending",
      "letter_paused",
      "letter_cancelled",
    ],
  },
  exports: { label: "Exports", actions: ["exported"] },
} as const

export type Filter = {
  search: string
  /** A user's id, "server" for what nobody did, or "" for everyone. */
  person: string
  /** A key of ACTIONS, or "". */
  kind: string
  /** As yyyy-MM-dd in the reader's zone, or "". */
  day: string
  /** What it is about; anything without. */
  documents?: string[]
}

export const EVERYTHING: Filter = { search: "", person: "", kind: "", day: "" }

const PAGE = 50

/** The latest first, page by page by their keys. */
export const activity = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ["activity", "list", filter],
    queryFn: ({ pageParam, signal }) => readActivity(filter, pageParam, PAGE, signal),
    initialPageParam: 0,
    getNextPageParam: (page: Entry[]) => (page.length === PAGE ? page.at(-1)?.id : undefined),
  })

/** The last thing that was done to documents. It is refreshed with their table. */
export const lastEntry = (table: Table, documents: string[]) =>
  queryOptions({
    queryKey: [table, "last entry", ...documents],
    queryFn: async ({ signal }) =>
      (await readActivity({ ...EVERYTHING, documents }, 0, 1, signal)).at(0) ?? null,
  })

/** A page of what was done before an entry; 0 begins with the latest. */
export async function readActivity(
  { search, person, kind, day, documents }: Filter,
  before: number,
  size: number,
  signal?: AbortSignal,
): Promise<Entry[]> {
  let query = supabase.from("activity").select("*").order("id", { ascending: false }).limit(size)
  if (signal) query = query.abortSignal(signal)
  if (before) query = query.lt("id", before)
  if (documents) query = query.in("document", documents)
  if (person) query = query.eq("user_id", person === "server" ? "" : person)
  const entry = ACTIONS[kind as keyof typeof ACTIONS]
  if (entry) query = query.in("action", [...entry.actions])
  if (day)
    query = query
      .gte("created_at", formatISO(parseISO(day)))
      .lt("created_at", formatISO(addDays(parseISO(day), 1)))
  // By address too: who left is in no list to choose from.
  if (search)
    query = query.or([contains(["summary", "user_email"], search), ...named(search)].join())
  const { data } = await query.throwOnError()
  return data
}

// What there is one of has no name of its own, but people look for it by what it is called.
function named(search: string): string[] {
  const part = search.toLowerCase()
  return Object.entries(KINDS)
    .filter(([, kind]) => "label" in kind && kind.label.toLowerCase().includes(part))
    .map(([document]) => `document.eq.${document}`)
}

export type Version = { id: number; changed: string[]; restored_at: string | null }

/** What is known of the versions behind entries: which fields changed, and whether a deletion can be taken back. */
export const versions = (entries: Entry[]) => {
  const ids = entries.map(({ revision_id }) => revision_id).filter((id) => id > 0)
  return queryOptions({
    queryKey: ["revisions", "of activity", ...ids],
    queryFn: async (): Promise<Map<number, Version>> => {
      const { data } = await supabase
        .from("revisions")
        .select("id, changed, restored_at")
        .in("id", ids)
        .throwOnError()
      return new Map(data.map((one) => [one.id, one]))
    },
    enabled: ids.length > 0,
  })
}
