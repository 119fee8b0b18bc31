import { queryOptions } from "@tanstack/react-query"
import builtIn from "@/content/fallback.json"
import { allRows } from "@/lib/all-rows"
import { discardDrafts } from "@/lib/draft"
import { escapeHtml } from "@/lib/html"
import { mailto } from "@/lib/mailto"
import { useSave } from "@/lib/query"
import type { JobListingsRow } from "@/lib/schema.gen"
import { call, supabase } from "@/lib/supabase"
import { useUser } from "../session/session"

type Item = { id: number; description: string }

export type Job = JobListingsRow & {
  responsibilities: Item[]
  qualifications: Item[]
  preferred: Item[]
}

export const jobs = queryOptions({
  queryKey: ["job_listings"],
  queryFn: () => allRows(read),
})

async function read(from: number, to: number): Promise<{ data: Job[] }> {
  const lists = ["responsibilities", "qualifications", "preferred"]
    .map((name) => `${name}:job_${name}(id,description)`)
    .join()
  const { data } = await supabase
    .from("job_listings")
    .select(`*,${lists}`)
    .order("rank")
    .order("id")
    .order("id", { referencedTable: "job_responsibilities" })
    .order("id", { referencedTable: "job_qualifications" })
    .order("id", { referencedTable: "job_preferred" })
    .range(from, to)
    .throwOnError()
  return { data: data as unknown as Job[] }
}

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

export type JobValues = {
  title: string
  location: string
  about: string
  how_to_apply: string
  rank: number
  responsibilities: string[]
  qualifications: string[]
  preferred: string[]
}

// A list always shows one row to type in.
const texts = (items: Item[] | undefined) =>
  items?.length ? items.map(({ description }) => description) : [""]

const howToApply = (email: string) =>
  email &&
  builtIn.fallback.default_how_to_apply
    .replace("mailto:{email}", () => escapeHtml(mailto(email)))
    .replace("{email}", () => escapeHtml(email))

/** What the form of a job starts with; a new one sends applicants to the contact email. */
export const jobValues = (job: Job | null, email = ""): JobValues => ({
  title: job?.title ?? "",
  location: job?.location ?? "",
  about: job?.about ?? "",
  how_to_apply: job ? (job.how_to_apply ?? "") : howToApply(email),
  rank: job?.rank ?? 1,
  responsibilities: texts(job?.responsibilities),
  qualifications: texts(job?.qualifications),
  preferred: texts(job?.preferred),
})

/** What the unsaved text of a job is kept under. */
export const draftOf = (job: Pick<Job, "id"> | null) => `job ${job?.id ?? "new"}`

const filled = (items: string[]) => items.map((item) => item.trim()).filter(Boolean)

/** Creates or changes a job. Blank entries of its lists are dropped. Only a rank that was typed moves it: others move it meanwhile. */
export const saveJob = ({ rank, ...values }: JobValues, base: Job | null) =>
  call<Job>("save_job", {
    ...values,
    ...(base && { id: base.id, version: base.version, ...(rank !== base.rank && { rank }) }),
    responsibilities: filled(values.responsibilities),
    qualifications: filled(values.qualifications),
    preferred: filled(values.preferred),
  })

export function useDeleteJob() {
  const { id: owner } = useUser()
  return useSave({
    save: async ({ id, version }: Job) => {
      await call("delete_job", { id, version })
      await discardDrafts(owner, draftOf({ id }))
    },
    refreshes: [["job_listings"]],
    done: "Job listing deleted successfully",
    failed: "Failed to delete job listing. Please try again.",
  })
}
