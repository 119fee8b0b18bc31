import { csv } from "@/lib/csv"
import { download } from "@/lib/download"
import { fileDay, sheetMoment } from "@/lib/format"
import { toast } from "@/lib/toast"
import { type Filter, readAll } from "./api"
import { type Application, OUTCOMES, STAGE_NAMES } from "./stages"

const HEAD = ["Name", "Email", "Job", "Stage", "Outcome", "Applied", "With", "Erased on", "CV"]

/** Downloads what the screen shows, all of it, without the CVs. */
export async function exportApplicants(
  filter: Filter,
  nameOf: (userId: string | null) => string | undefined,
) {
  try {
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
    const rows = [[...HEAD, "Links", "Note"], ...(await readAll(filter)).map(line)]
    const file = new Blob([csv(rows)], { type: "text/csv;charset=utf-8" })
    download(file, `applicants-${fileDay(new Date())}.csv`)
    toast.success("Export successful", "The applicants have been exported as CSV.")
  } catch {
    toast.error("Export failed", "The applicants could not be exported. Please try again.")
  }
}
