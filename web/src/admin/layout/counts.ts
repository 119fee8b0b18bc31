import { queryOptions } from "@tanstack/react-query"
import { startOfDay } from "date-fns"
import { supabase } from "@/lib/supabase"

/** Messages received today, by the clock of the person who looks. */
export const messagesToday = queryOptions({
  queryKey: ["contact_form_submissions", "today"],
  queryFn: async () => {
    const { count } = await supabase
      .from("contact_form_submissions")
      .select("id", { count: "exact", head: true })
      .gte("created_at", startOfDay(new Date()).toISOString())
      .is("quarantined_at", null)
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
