import { queryOptions } from "@tanstack/react-query"
import { LOW } from "@/lib/batch"
import type { Table } from "@/lib/document"
import { supabase } from "@/lib/supabase"

/** Messages that nobody of the team has read. */
export const messagesNew = queryOptions({
  queryKey: ["contact_form_submissions", "new"],
  queryFn: async () => {
    const { count } = await supabase
      .from("contact_form_submissions")
      .select("id", { count: "exact", head: true })
      .is("quarantined_at", null) // which the index goes by
      .eq("state", "new")
      .setHeader(...LOW)
      .throwOnError()
    return count ?? 0
  },
})

/** Messages that the spam check holds back. */
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

/** Applications that nobody of the team has opened. */
export const applicationsNew = queryOptions({
  queryKey: ["job_applications", "new"],
  queryFn: async () => {
    const { count } = await supabase
      .from("job_applications")
      .select("id", { count: "exact", head: true })
      .is("quarantined_at", null)
      .eq("stage", "new")
      .setHeader(...LOW)
      .throwOnError()
    return count ?? 0
  },
})

/** Applications that the spam check holds back. */
export const applicationsHeld = queryOptions({
  queryKey: ["job_applications", "held"],
  queryFn: async () => {
    const { count } = await supabase
      .from("job_applications")
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
      .setHeader(...LOW)
      .throwOnError()
    return count ?? 0
  },
})

/** How many rows of a kind there are, under the key of the document they belong to. */
export const howMany = (document: Table, table = document) =>
  queryOptions({
    queryKey: [document, "count"],
    queryFn: async () => {
      const { count } = await supabase
        .from(table as "pages")
        .select("id", { count: "exact", head: true })
        .throwOnError()
      return count ?? 0
    },
  })
