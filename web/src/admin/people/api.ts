import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type {
  ContactFormSubmissionsRow,
  JobApplicationsRow,
  LetterDeliveriesRow,
  NewsletterSubscriptionsRow,
} from "@/lib/schema.gen"
import { type Answer, call, supabase } from "@/lib/supabase"

type Page = Answer<"list_people">
export type Person = Page["people"][number]
export type Receipt = Answer<"erase_person">
export type Everything = Answer<"export_person">
export type Place = Everything["mentioned"][number]

/** The chips, by the table that somebody is in. */
export const KINDS = {
  "": "All",
  contact_form_submissions: "Wrote",
  newsletter_subscriptions: "Subscribed",
  job_applications: "Applied",
} as const
export type Kind = keyof typeof KINDS

// Under this key it is read again with every change, whichever table it is of.
const KEY = ["activity", "people"] as const

/** Everyone who matches, page by page by their addresses. */
export const people = (search: string, kind: Kind) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "list", search, kind],
    queryFn: ({ pageParam: after }) => call("list_people", { search, kind, after }),
    initialPageParam: "",
    getNextPageParam: ({ next }: Page) => next ?? undefined,
  })

/** All that is stored about an address. */
export const person = (email: string) =>
  queryOptions({
    queryKey: [...KEY, "one", email],
    queryFn: () => call("export_person", { email }),
  })

/** What letters are called; one that is in Trash is not among them. */
export const subjects = (ids: number[]) =>
  queryOptions({
    queryKey: ["letters", "subjects", ...ids],
    queryFn: async () => {
      const { data } = await supabase
        .from("letters")
        .select("id, subject")
        .in("id", ids)
        .throwOnError()
      return new Map(data.map(({ id, subject }) => [id, subject]))
    },
    enabled: ids.length > 0,
  })

export type Message = ContactFormSubmissionsRow
export type Subscription = NewsletterSubscriptionsRow
export type Copy = LetterDeliveriesRow
export type Application = JobApplicationsRow

const latest = <Row extends { id: number }>(rows: unknown[] = []) =>
  (rows as Row[]).toSorted((a, b) => b.id - a.id)

/** What the screen shows of it, the latest first. */
export function shownOf(all: Everything) {
  const messages = latest<Message>(all.contact_form_submissions)
  const [subscription] = latest<Subscription>(all.newsletter_subscriptions)
  const applications = latest<Application>(all.job_applications)
  const copies = latest<Copy>(all.letter_deliveries)
  const came = [...messages, ...applications, ...(subscription ? [subscription] : [])]
  const times = came.map((row) => row.created_at)
  return {
    name: messages[0]?.name || applications[0]?.name || "No name",
    since: times.toSorted()[0],
    messages,
    subscription,
    applications,
    copies,
  }
}

export const addressOf = (email: string) => `/admin/people#${encodeURIComponent(email)}`
