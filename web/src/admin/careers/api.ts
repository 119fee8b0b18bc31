import { queryOptions, useQuery } from "@tanstack/react-query"
import builtIn from "@/content/fallback.json"
import { queryOf, valuesOf } from "@/lib/document"
import { contact, footer, type Job, type JobValues, job } from "@/lib/documents.gen"
import { escapeHtml } from "@/lib/html"
import { mailto } from "@/lib/mailto"
import { useFlip } from "@/lib/query"
import { reachOf } from "@/lib/reach"
import { call, supabase } from "@/lib/supabase"
import { useUndoAtOnce } from "../document/history/undo"
import { byRank } from "./arrange"

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
export function useStudioLocation(): string | undefined {
  const own = useQuery(queryOf(footer)).data
  const said = useQuery(queryOf(contact)).data
  return own && said && reachOf(valuesOf(footer, own), valuesOf(contact, said)).location
}

type Ranking = { job: Job; rank: number }

/** Moves a job to a rank; the others make room. */
export function useRank() {
  const undo = useUndoAtOnce(job.table)
  const save = ({ id, version }: Pick<Job, "id" | "version">, rank: number) =>
    call("save_job", { id, version, rank })
  return useFlip({
    queryKey: [job.table],
    apply: (list: Job[], { job: moved, rank }: Ranking) => {
      const others = [...list].sort(byRank).filter(({ id }) => id !== moved.id)
      const placed = others.toSpliced(rank - 1, 0, { ...moved, version: moved.version + 1 })
      return placed.map((one, index) => ({ ...one, rank: index + 1 }))
    },
    save: ({ job: moved, rank }: Ranking) => save(moved, rank),
    refreshes: [[job.table]],
    actions: (saved, { job: moved }) => undo(() => save(saved as Job, moved.rank)),
    done: "Job listings reordered successfully",
    failed: "Failed to reorder job listings",
  })
}

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
