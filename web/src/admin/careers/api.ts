import { queryOptions } from "@tanstack/react-query"
import builtIn from "@/content/fallback.json"
import { valuesOf } from "@/lib/document"
import { type Job, type JobValues, job } from "@/lib/documents.gen"
import { escapeHtml } from "@/lib/html"
import { mailto } from "@/lib/mailto"
import { supabase } from "@/lib/supabase"

/** Where applicants of a new job are sent, unless its editor says otherwise; empty when nothing is set. */
export const contactEmail = queryOptions({
  queryKey: ["contact_info", "email"],
  queryFn: async () => {
    const { data } = await supabase
      .from("contact_info")
      .select("email")
      .order("id")
      .limit(1)
      .maybeSingle()
      .throwOnError()
    return data?.email ?? ""
  },
})

/** Where the studio is, as its pages tell search engines. */
export const studioLocation = queryOptions({
  queryKey: ["footer_content", "location"],
  queryFn: async () => {
    const { data } = await supabase
      .from("footer_content")
      .select("location")
      .eq("id", 1)
      .maybeSingle()
      .throwOnError()
    return data?.location ?? ""
  },
})

const howToApply = (email: string) =>
  email &&
  builtIn.fallback.default_how_to_apply
    .replace("mailto:{email}", () => escapeHtml(mailto(email)))
    .replace("{email}", () => escapeHtml(email))

// A list always shows one row to type in.
const orOne = (texts: string[]) => (texts.length > 0 ? texts : [""])

/** What the form of a job starts with; a new one sends applicants to the contact email. */
export function jobValues(stored: Job | null, email = ""): JobValues {
  const values = valuesOf(job, stored)
  return {
    ...values,
    how_to_apply: stored ? values.how_to_apply : howToApply(email),
    responsibilities: orOne(values.responsibilities),
    qualifications: orOne(values.qualifications),
    preferred: orOne(values.preferred),
  }
}
