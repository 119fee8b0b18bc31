import { format } from "date-fns"
import { csv } from "@/lib/csv"
import { download } from "@/lib/download"
import { toast } from "@/lib/toast"
import { type Deed, type Filter, readActivity } from "./api"
import { asLine, inWords } from "./in-words"

const PAGE = 1000

/** Downloads what the list shows, all of it. */
export async function exportActivity(filter: Filter, name: (deed: Deed) => string) {
  try {
    const rows = [["When", "Who", "Email", "What", "Action", "Kind", "Name"]]
    for (let before = 0, page: Deed[]; ; before = page.at(-1)?.id ?? 0) {
      page = await readActivity(filter, before, PAGE, new AbortController().signal)
      rows.push(...page.map((deed) => line(deed, name(deed))))
      if (page.length < PAGE) break
    }
    const file = new Blob([csv(rows)], { type: "text/csv;charset=utf-8" })
    download(file, `activity-${format(new Date(), "yyyy-MM-dd")}.csv`)
    toast.success("Export successful", "The activity has been exported as CSV.")
  } catch {
    toast.error("Export failed", "The activity could not be exported. Please try again.")
  }
}

const line = (deed: Deed, who: string) => [
  format(new Date(deed.created_at), "yyyy-MM-dd HH:mm:ss"),
  who,
  deed.user_email,
  asLine(who, inWords(deed)),
  deed.action,
  deed.document,
  deed.summary,
]
