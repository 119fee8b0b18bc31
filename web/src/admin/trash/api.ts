import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { allRows } from "@/lib/all-rows"
import { shortDate } from "@/lib/format"
import { supabase } from "@/lib/supabase"
import { documentsOf } from "../kinds/kinds"
import type { Gone } from "../kinds/put-back"

const PAGE = 50
const MANY = 500

/** Something in Trash, and where it was. */
export type Trashed = Gone & {
  detail: string
  user_id: string
  user_email: string
  created_at: string
}

/** What is in Trash by its kinds, for the pills and for emptying it. */
export const trashKinds = queryOptions({
  queryKey: ["revisions", "trash", "kinds"],
  queryFn: () =>
    allRows((from, to) =>
      supabase
        .from("revisions")
        .select("id, document")
        .eq("action", "deleted")
        .is("restored_at", null)
        .order("id", { ascending: false })
        .range(from, to)
        .throwOnError(),
    ),
})

/** The latest first, page by page by their keys. */
export const trash = (search: string, group: string) =>
  infiniteQueryOptions({
    queryKey: ["revisions", "trash", search, group],
    queryFn: async ({ pageParam: before, signal }) => {
      // What a row shows is in its snapshot, which the server does not search.
      const size = search ? MANY : PAGE
      const rows: Trashed[] = []
      for (let last = before; ; ) {
        const read = await readTrash(group, last, size, signal)
        rows.push(...read.filter((row) => says(row, search)).map(described))
        last = read.at(-1)?.id ?? 0
        if (read.length < size) return { rows, next: undefined }
        if (rows.length >= PAGE) return { rows, next: last }
      }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

async function readTrash(group: string, before: number, size: number, signal: AbortSignal) {
  let query = supabase
    .from("revisions")
    .select("id, document, user_id, user_email, created_at, snapshot")
    .eq("action", "deleted")
    .is("restored_at", null)
    .order("id", { ascending: false })
    .limit(size)
    .abortSignal(signal)
  if (before) query = query.lt("id", before)
  if (group) query = query.in("document", documentsOf(group))
  const { data } = await query.throwOnError()
  return data
}

type Read = Omit<Trashed, "title" | "detail"> & { snapshot: unknown }
type Snapshot = Record<string, string | number | boolean | null | undefined>

const snapshotOf = ({ snapshot }: Read) => (snapshot ?? {}) as Snapshot

// What a thing goes by, the one that it is shown by first.
const namesOf = (was: Snapshot) =>
  [was.file_name, was.subject, was.title, was.name, was.from_path, was.email].filter(
    (one) => one !== undefined && one !== null,
  )

function says(row: Read, search: string): boolean {
  const was = snapshotOf(row)
  const text = [...namesOf(was), detailOf(row.document, was)].join("\n")
  return text.toLowerCase().includes(search.trim().toLowerCase())
}

function described({ snapshot, ...row }: Read): Trashed {
  const was = snapshotOf({ snapshot, ...row })
  const [title = "Untitled"] = namesOf(was)
  return { ...row, title: String(title), detail: detailOf(row.document, was) }
}

/** What it was and where, in a few words. */
export function detailOf(document: string, was: Snapshot): string {
  const hidden = was.is_visible === false ? ", was hidden" : ""
  switch (document) {
    case "job":
      return was.location ? `Job listing, ${was.location}` : "Job listing"
    case "company":
      return was.is_active === false ? "Portfolio company, was inactive" : "Portfolio company"
    case "navigation_link":
      return `Navigation link${hidden}`
    case "footer_link":
      return (was.section ? `Footer link in ${was.section}` : "Footer link") + hidden
    case "page":
      return `Page at /${was.slug}${hidden}`
    case "redirect":
      return `Redirect to ${was.to_path}`
    case "team_member":
      return was.position ? `Team member, ${was.position}` : "Team member"
    case "media":
      return `Picture, ${was.width} × ${was.height}`
    case "message":
      return `Message from ${was.email}`
    case "application":
      return was.job_title ? `Application for ${was.job_title}` : "Application"
    case "subscriber":
      return was.created_at ? `Subscriber since ${shortDate(String(was.created_at))}` : "Subscriber"
    default:
      return ""
  }
}
