import { csv } from "@/lib/csv"
import { download } from "@/lib/download"
import { fileDay, sheetMoment } from "@/lib/format"
import { toast } from "@/lib/toast"
import { type Entry, type Filter, readActivity } from "../activity-feed/api"
import { asLine, inWords } from "../activity-feed/in-words"

const PAGE = 1000

/** Downloads what the list shows, all of it. */
export async function exportActivity(filter: Filter, name: (entry: Entry) => string) {
  try {
    const rows = [["When", "Who", "Email", "What", "Action", "Kind", "Name"]]
    for (let before = 0, page: Entry[]; ; before = page.at(-1)?.id ?? 0) {
      page = await readActivity(filter, before, PAGE, new AbortController().signal)
      rows.push(...page.map((entry) => line(entry, name(entry))))
      if (page.length < PAGE) break
    }
    const file = new Blob([csv(rows)], { type: "text/csv;charset=utf-8" })
    download(file, `activity-${fileDay(new Date())}.csv`)
    toast.success("Export successful", "The activity has been exported as CSV.")
  } catch {
    toast.error("Export failed", "The activity could not be exported. Please try again.")
  }
}

const line = (entry: Entry, who: string) => [
  sheetMoment(entry.created_at),
  who,
  entry.user_email,
  asLine(who, inWords(entry)),
  entry.action,
  entry.document,
  entry.summary,
]
