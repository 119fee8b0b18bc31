import { sheetMoment } from "@/lib/format"
import { type Filter, readAll } from "./api"
import { type Application, OUTCOMES, STAGE_NAMES } from "./stages"

type NameOf = (userId: string | null) => string | undefined

const HEAD = ["Name", "Email", "Job", "Stage", "Outcome", "Applied", "With", "Erased on", "CV"]

/** What the screen shows, all of it, without the CVs. */
export function applicantsSheet(filter: Filter, nameOf: NameOf) {
  const line = (row: Application) => [
    row.name,
    row.email,
    row.job_title,
    STAGE_NAMES[row.stage],
    row.outcome && OUTCOMES[row.outcome],
    sheetMoment(row.created_at),
    nameOf(row.assigned_to) ?? "",
    row.keep_until ? sheetMoment(row.keep_until) : "",
    row.cv_file_name,
    row.links,
    row.note,
  ]
  return {
    of: { document: "application" },
    name: "applicants",
    rows: async () => [[...HEAD, "Links", "Note"], ...(await readAll(filter)).map(line)],
    done: "The applicants have been exported as CSV.",
    failed: "The applicants could not be exported. Please try again.",
  }
}
