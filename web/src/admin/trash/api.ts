import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { allRows } from "@/lib/all-rows"
import { shortDate } from "@/lib/format"
import { supabase } from "@/lib/supabase"
import { documentsOf } from "../kinds/kinds"
import type { Gone } from "../kinds/put-back"
import { contains } from "../rows/like"

const PAGE = 50

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
      const found = search ? await idsOf(search, before, signal) : undefined
      if (found?.length === 0) return { rows: [], next: undefined }
      let query = supabase
        .from("revisions")
        .select("id, document, user_id, user_email, created_at, snapshot")
        .eq("action", "deleted")
        .is("restored_at", null)
        .order("id", { ascending: false })
        .limit(PAGE)
        .abortSignal(signal)
      if (found) query = query.in("id", found)
      else if (before) query = query.lt("id", before)
      if (group) query = query.in("document", documentsOf(group))
      const { data } = await query.throwOnError()
      const last = found ? found.at(-1) : data.at(-1)?.id
      const isFull = (found ?? data).length === PAGE
      return { rows: data.map(described), next: isFull ? last : undefined }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

// Activity knows things by their names, and revisions do not.
async function idsOf(search: string, before: number, signal: AbortSignal): Promise<number[]> {
  let query = supabase
    .from("activity")
    .select("revision_id")
    .eq("action", "deleted")
    .gt("revision_id", 0)
    .or(contains(["summary"], search))
    .order("revision_id", { ascending: false })
    .limit(PAGE)
    .abortSignal(signal)
  if (before) query = query.lt("revision_id", before)
  const { data } = await query.throwOnError()
  return data.map(({ revision_id }) => revision_id)
}

type Read = Omit<Trashed, "title" | "detail"> & { snapshot: unknown }
type Snapshot = Record<string, string | number | boolean | null | undefined>

function described({ snapshot, ...row }: Read): Trashed {
  const was = (snapshot ?? {}) as Snapshot
  const title = was.file_name ?? was.subject ?? was.title ?? was.name ?? was.from_path ?? was.email
  return { ...row, title: String(title ?? "Untitled"), detail: detailOf(row.document, was) }
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
