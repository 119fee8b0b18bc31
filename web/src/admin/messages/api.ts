import { queryOptions } from "@tanstack/react-query"
import type { ContactFormSubmissionsRow, MessageRepliesRow } from "@/lib/schema.gen"
import { supabase } from "@/lib/supabase"
import { contains } from "../rows/like"
import type { Page, Place } from "../rows/use-rows"

export type Message = ContactFormSubmissionsRow
export type State = Message["state"]
export type Reply = MessageRepliesRow

export const SORTS = { newest: "Newest First", oldest: "Oldest First" } as const
export type Sort = keyof typeof SORTS

export const TABS = {
  inbox: "Inbox",
  mine: "Mine",
  done: "Done",
  archive: "Archive",
  held: "Held back",
} as const
export type Tab = keyof typeof TABS

/** The tab that an address asks for. */
export function tabOf(text: string): Tab {
  if (text === "quarantine") return "held" // in mails of before
  return text in TABS ? (text as Tab) : "inbox"
}

type Condition = [column: string, operator: string, value: string]

const OPEN: Condition = ["state", "in", "(new,read)"]
// Held back or not is what the indexes of the lists go by.
const NOT_HELD: Condition = ["quarantined_at", "is", "null"]

const WITHIN: Record<Tab, (me: string) => Condition[]> = {
  inbox: () => [NOT_HELD, OPEN],
  mine: (me) => [["assigned_to", "eq", me], OPEN],
  done: () => [NOT_HELD, ["state", "eq", "done"]],
  archive: () => [NOT_HELD, ["state", "eq", "archived"]],
  held: () => [["quarantined_at", "not.is", "null"]],
}

const SEARCHED = ["name", "email", "subject", "message"] as const

export const messagesKey = (tab: Tab, search: string, sort: Sort) =>
  ["contact_form_submissions", "list", tab, search, sort] as const

type Asked = { tab: Tab; me: string; search: string; sort: Sort }

/** A page of the messages of a tab that hold the text. */
export async function readMessages(
  { tab, me, search, sort }: Asked,
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
  for (const condition of WITHIN[tab](me)) query = query.filter(...condition)
  if (search) query = query.or(contains(SEARCHED, search))
  const { data, count } = await query.throwOnError()
  return { rows: data, total: count ?? 0 }
}

/** How many messages a tab has. */
export const countIn = (tab: Tab, me: string) =>
  queryOptions({
    queryKey: ["contact_form_submissions", "count", tab],
    queryFn: async () => {
      let query = supabase
        .from("contact_form_submissions")
        .select("id", { count: "exact", head: true })
      for (const condition of WITHIN[tab](me)) query = query.filter(...condition)
      const { count } = await query.throwOnError()
      return count ?? 0
    },
  })

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

export const repliesTo = (id: number) =>
  queryOptions({
    queryKey: ["message_replies", id],
    queryFn: async (): Promise<Reply[]> => {
      const { data } = await supabase
        .from("message_replies")
        .select("*")
        .eq("message_id", id)
        .order("id")
        .throwOnError()
      return data
    },
  })

/** What else is stored about who wrote, by the address however it is spelled. */
export const writer = (email: string) =>
  queryOptions({
    queryKey: ["contact_form_submissions", "writer", email.toLowerCase()],
    queryFn: async () => {
      const same = email.replace(/[\\%_*]/g, "\\$&")
      const [messages, subscriptions, applications] = await Promise.all([
        supabase
          .from("contact_form_submissions")
          .select("id,subject,created_at,state", { count: "exact" })
          .ilike("email", same)
          .order("id", { ascending: false })
          .limit(MOST_SHOWN)
          .throwOnError(),
        supabase
          .from("newsletter_subscriptions")
          .select("status,created_at,confirmed_at,unsubscribed_at")
          .ilike("email", same)
          .limit(1)
          .throwOnError(),
        supabase
          .from("job_applications")
          .select("id,job_title,stage,keep_until,created_at")
          .ilike("email", same)
          .order("id", { ascending: false })
          .limit(MOST_SHOWN)
          .throwOnError(),
      ])
      return {
        messages: messages.data,
        total: messages.count ?? 0,
        subscription: subscriptions.data[0],
        applications: applications.data,
      }
    },
  })

/** As many as fit beside a message; People has all of them. */
const MOST_SHOWN = 6
