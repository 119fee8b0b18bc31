import { queryOptions } from "@tanstack/react-query"
import { LOW } from "@/lib/batch"
import type { Table } from "@/lib/document"
import { supabase } from "@/lib/supabase"

const rowsOf = <Of extends Table>(table: Of) =>
  supabase.from(table).select("id", { count: "exact", head: true })

const counted = (
  queryKey: string[],
  rows: () => { throwOnError: () => PromiseLike<{ count: number | null }> },
) => queryOptions({ queryKey, queryFn: async () => (await rows().throwOnError()).count ?? 0 })

/** Messages that nobody of the team has read. */
export const messagesNew = counted(["contact_form_submissions", "new"], () =>
  rowsOf("contact_form_submissions")
    .is("quarantined_at", null) // which the index goes by
    .eq("state", "new")
    .setHeader(...LOW),
)

/** Messages that the spam check holds back. */
export const messagesHeld = counted(["contact_form_submissions", "held"], () =>
  rowsOf("contact_form_submissions").not("quarantined_at", "is", null),
)

/** Applications that nobody of the team has opened. */
export const applicationsNew = counted(["job_applications", "new"], () =>
  rowsOf("job_applications")
    .is("quarantined_at", null)
    .eq("stage", "new")
    .setHeader(...LOW),
)

/** Applications that the spam check holds back. */
export const applicationsHeld = counted(["job_applications", "held"], () =>
  rowsOf("job_applications").not("quarantined_at", "is", null),
)

export const subscribersInAll = counted(["newsletter_subscriptions", "total"], () =>
  rowsOf("newsletter_subscriptions").setHeader(...LOW),
)

/** How many rows of a kind there are, under the key of the document they belong to. */
export const howMany = (document: Table, table = document) =>
  counted([document, "count"], () => rowsOf(table))
