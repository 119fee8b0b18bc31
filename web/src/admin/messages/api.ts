import { queryOptions } from "@tanstack/react-query"
import type { ContactFormSubmissionsRow } from "@/lib/schema.gen"
import { supabase } from "@/lib/supabase"
import { contains } from "../rows/like"
import type { Page, Place } from "../rows/use-rows"

export type Message = ContactFormSubmissionsRow

export const SORTS = { newest: "Newest First", oldest: "Oldest First" } as const
export type Sort = keyof typeof SORTS

/** Messages that look like spam are kept apart until someone has looked at them. */
export const SHOWS = { inbox: "Inbox", quarantine: "Quarantine" } as const
export type Show = keyof typeof SHOWS

const SEARCHED = ["name", "email", "subject", "message"] as const

export const messagesKey = (show: Show, search: string, sort: Sort) =>
  ["contact_form_submissions", "list", show, search, sort] as const

/** A page of messages that hold the text. */
export async function readMessages(
  show: Show,
  search: string,
  sort: Sort,
  { from, size, counted, signal }: Place,
): Promise<Page<Message>> {
  const ascending = sort === "oldest"
  let query = supabase
    .from("contact_form_submissions")
    .select("*", counted ? { count: "exact" } : {})
    .order("created_at", { ascending })
    .order("id", { ascending })
    .range(from, from + size - 1)
    .abortSignal(signal)
  query =
    show === "inbox" ? query.is("quarantined_at", null) : query.not("quarantined_at", "is", null)
  if (search) query = query.or(contains(SEARCHED, search))
  const { data, count } = await query.throwOnError()
  return { rows: data, total: count ?? 0 }
}

/** One message as it is now; null once it is gone. */
export const message = (id: number) =>
  queryOptions({
    queryKey: ["contact_form_submissions", "one", id],
    queryFn: async (): Promise<Message | null> => {
      const { data } = await supabase
        .from("contact_form_submissions")
        .select("*")
        .eq("id", id)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
