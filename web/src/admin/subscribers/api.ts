import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { discardDrafts } from "@/lib/draft"
import { faultOf, isConflict, isDenied, isSignedOut } from "@/lib/fault"
import { mailMode } from "@/lib/mail-mode"
import type { NewsletterSubscriptionsRow } from "@/lib/schema.gen"
import { call, supabase } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { useUndoDeletion } from "../document/history/undo"
import { contains } from "../rows/like"
import type { Page, Place } from "../rows/use-rows"
import { useUser } from "../session/session"

export type Subscriber = NewsletterSubscriptionsRow

export const SORTS = {
  newest: "Newest First",
  oldest: "Oldest First",
  email: "Email A-Z",
} as const
export type Sort = keyof typeof SORTS

export const STATES = {
  confirmed: "Confirmed",
  pending: "Pending",
  unsubscribed: "Unsubscribed",
  bounced: "Bounced",
} as const
export type State = keyof typeof STATES
export const ALL_STATES = Object.keys(STATES) as State[]

export const isState = (text: string): text is State => text in STATES

/** Which subscribers are shown: those of a state, or all, whose address holds the text. */
type Wanted = { search: string; sort: Sort; state?: State }

const TABLE = "newsletter_subscriptions"

export const subscribersKey = ({ search, sort, state }: Wanted) =>
  [TABLE, "list", search, sort, state ?? ""] as const

/** A page of subscribers. */
export async function readSubscribers(
  { search, sort, state }: Wanted,
  { from, size, counted, signal }: Place,
): Promise<Page<Subscriber>> {
  const ascending = sort !== "newest"
  let query = supabase
    .from(TABLE)
    .select("*", counted ? { count: "exact" } : {})
    .order(sort === "email" ? "email" : "created_at", { ascending })
    .order("id", { ascending })
    .range(from, from + size - 1)
    .abortSignal(signal)
  if (state) query = query.eq("status", state)
  if (search) query = query.or(contains(["email"], search))
  const { data, count } = await query.throwOnError()
  return { rows: data, total: count ?? 0 }
}

/** How many stand how, and how many of the confirmed get letters: the others look automatic. */
export const standing = queryOptions({
  queryKey: [TABLE, "standing"],
  queryFn: async () => {
    const count = async (state: State, isHuman = false) => {
      let query = supabase
        .from(TABLE)
        .select("id", { count: "exact", head: true })
        .eq("status", state)
      if (isHuman) query = query.is("quarantined_at", null)
      return (await query.throwOnError()).count ?? 0
    }
    const [receive, ...counts] = await Promise.all([
      count("confirmed", true),
      ...ALL_STATES.map((state) => count(state)),
    ])
    const states = Object.fromEntries(ALL_STATES.map((state, at) => [state, counts[at] ?? 0]))
    return { receive, states: states as Record<State, number> }
  },
})

/** One subscriber as it is now; null once it is gone. */
export const subscriber = (id: number) =>
  queryOptions({
    queryKey: [TABLE, "one", id],
    queryFn: async (): Promise<Subscriber | null> => {
      const { data } = await supabase
        .from(TABLE)
        .select("*")
        .eq("id", id)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** What the unsaved address of a subscriber is kept under. */
export const draftOf = (id: number | undefined) => `subscriber ${id}`
export const isDraft = (name: string) => name.startsWith("subscriber ")

const DENIED = "Permission denied. You may not have the required access rights."
const TAKEN = "This email is already subscribed to the newsletter."
const CHANGED = "Someone else changed or deleted this subscriber."

/** What to say about a change that was refused; nothing when the server was not reached. */
function refusal(error: unknown): string | undefined {
  if (isDenied(error)) return DENIED
  if (isConflict(error)) return CHANGED
  const fault = faultOf(error)
  return fault?.code === "23505" ? TAKEN : (fault?.hint ?? fault?.message)
}

export function useDeleteSubscriber() {
  const client = useQueryClient()
  const { id: owner } = useUser()
  const undo = useUndoDeletion(TABLE, "subscriber")
  return useMutation({
    mutationFn: async (id: number) => {
      const { data } = await supabase.from(TABLE).delete().eq("id", id).select("id").throwOnError()
      await discardDrafts(owner, draftOf(id))
      return data.length > 0
    },
    onSuccess: async (isGone, id) => {
      await client.invalidateQueries({ queryKey: [TABLE] })
      if (isGone)
        toast.success("Deleted successfully", "Subscription successfully deleted", undo(id))
      else toast.error("Delete unsuccessful", "Could not delete the subscriber due to an issue.")
    },
    onError: (error) => {
      if (isSignedOut(error)) return
      const said = refusal(error)
      toast.error(
        said ? "Delete unsuccessful" : "Delete failed",
        said ?? "Could not delete the subscriber due to an issue.",
      )
    },
  })
}

/** Changes an address. onSaved is called even when the row that asked for it has moved or gone. */
export function useChangeEmail(onSaved: (of: Subscriber) => void) {
  const client = useQueryClient()
  return useMutation({
    // Only an address that is still what the editor saw is replaced.
    mutationFn: async ({ of, email }: { of: Subscriber; email: string }) => {
      await supabase
        .from(TABLE)
        .update({ email })
        .eq("id", of.id)
        .eq("email", of.email)
        .select("id")
        .single()
        .throwOnError()
    },
    onSuccess: async (_, { of }) => {
      onSaved(of)
      await client.invalidateQueries({ queryKey: [TABLE] })
      toast.success("Updated successfully", "Subscription successfully updated")
    },
    onError: (error) => {
      if (isSignedOut(error)) return
      const said = refusal(error)
      toast.error(
        said ? "Update unsuccessful" : "Update failed",
        said ?? "Could not update the subscriber due to an issue.",
      )
      if (isConflict(error)) return client.invalidateQueries({ queryKey: [TABLE] })
    },
  })
}

/** What is done to one subscriber at once; it says itself how that went. */
function useAction(run: (of: Subscriber) => Promise<void>, failed: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onError: (error) => {
      if (!isSignedOut(error)) toast.error("Error", refusal(error) ?? failed)
    },
    onSettled: () => client.invalidateQueries({ queryKey: [TABLE] }),
  })
}

export function useSendAgain() {
  const client = useQueryClient()
  return useAction(async ({ id, email }) => {
    await call("resend_confirmation", { id })
    const mode = await client.fetchQuery({ ...mailMode, staleTime: 0 }).catch(() => null)
    if (!mode) toast.success("The link is written", `${email} gets at most three such mails a day.`)
    else if (!mode.mailed)
      toast.error(
        "Mail reaches nobody",
        `The link is kept: ${email} gets it once a mail server is set up.`,
      )
    else if (mode.test_email)
      toast.error("Mail is in test mode", `The link goes to ${mode.test_email}.`)
    else toast.success("The link is on its way", `${email} gets at most three such mails a day.`)
  }, "The link could not be sent.")
}

export const useUnsubscribe = () =>
  useAction(async ({ id, email }) => {
    await call("unsubscribe", { id })
    toast.success("Unsubscribed", `${email} gets no more letters.`)
  }, "They could not be unsubscribed.")
