import { useMutation, useQueryClient } from "@tanstack/react-query"
import { faultOf, isDenied, isSignedOut } from "@/lib/fault"
import type { NewsletterSubscriptionsRow } from "@/lib/schema.gen"
import { supabase } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { contains } from "../rows/like"
import type { Page } from "../rows/use-rows"

export type Subscriber = NewsletterSubscriptionsRow

export const SORTS = {
  newest: "Newest First",
  oldest: "Oldest First",
  email: "Email A-Z",
} as const
export type Sort = keyof typeof SORTS

const TABLE = "newsletter_subscriptions"

export const subscribersKey = (search: string, sort: Sort) => [TABLE, "list", search, sort] as const

/** A page of subscribers whose address holds the text. */
export async function readSubscribers(
  search: string,
  sort: Sort,
  from: number,
  size: number,
  counted: boolean,
): Promise<Page<Subscriber>> {
  const ascending = sort !== "newest"
  let query = supabase
    .from(TABLE)
    .select("*", counted ? { count: "exact" } : {})
    .order(sort === "email" ? "email" : "created_at", { ascending })
    .order("id", { ascending })
    .range(from, from + size - 1)
  if (search) query = query.or(contains(["email"], search))
  const { data, count } = await query.throwOnError()
  return { rows: data, total: count ?? 0 }
}

const DENIED = "Permission denied. You may not have the required access rights."
const TAKEN = "This email is already subscribed to the newsletter."

/** What to say about a change that was refused; nothing when the server was not reached. */
function refusal(error: unknown): string | undefined {
  if (isDenied(error)) return DENIED
  const fault = faultOf(error)
  return fault?.code === "23505" ? TAKEN : (fault?.hint ?? fault?.message)
}

export function useDeleteSubscriber() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      const { data } = await supabase.from(TABLE).delete().eq("id", id).select("id").throwOnError()
      return data.length > 0
    },
    onSuccess: async (isGone) => {
      await client.invalidateQueries({ queryKey: [TABLE] })
      if (isGone) toast.success("Deleted successfully", "Subscription successfully deleted")
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

export function useChangeEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, email }: { id: number; email: string }) => {
      await supabase.from(TABLE).update({ email }).eq("id", id).select("id").single().throwOnError()
    },
    onSuccess: async () => {
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
    },
  })
}
