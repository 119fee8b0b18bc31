import { queryOptions } from "@tanstack/react-query"
import { supabase } from "@/lib/supabase"

/** Messages received since the day began. */
export const messagesSince = (day: number) =>
  queryOptions({
    queryKey: ["contact_form_submissions", "since", day],
    queryFn: async () => {
      const { count } = await supabase
        .from("contact_form_submissions")
        .select("id", { count: "exact", head: true })
        .gte("created_at", new Date(day).toISOString())
        .is("quarantined_at", null)
        .throwOnError()
      return count ?? 0
    },
  })

/** Messages in quarantine. */
export const messagesHeld = queryOptions({
  queryKey: ["contact_form_submissions", "held"],
  queryFn: async () => {
    const { count } = await supabase
      .from("contact_form_submissions")
      .select("id", { count: "exact", head: true })
      .not("quarantined_at", "is", null)
      .throwOnError()
    return count ?? 0
  },
})

export const subscribersInAll = queryOptions({
  queryKey: ["newsletter_subscriptions", "total"],
  queryFn: async () => {
    const { count } = await supabase
      .from("newsletter_subscriptions")
      .select("id", { count: "exact", head: true })
      .throwOnError()
    return count ?? 0
  },
})
