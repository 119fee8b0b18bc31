import { sheetMoment } from "@/lib/format"
import { type Entry, type Filter, readActivity } from "../activity-feed/api"
import { asLine, inWords } from "../activity-feed/in-words"

const PAGE = 1000

/** What the list shows, all of it. */
export const activitySheet = (filter: Filter, name: (entry: Entry) => string) => ({
  of: { document: "activity" },
  name: "activity",
  rows: async () => {
    const rows = [["When", "Who", "Email", "What", "Action", "Kind", "Name"]]
    for (let before = 0, page: Entry[]; ; before = page.at(-1)?.id ?? 0) {
      page = await readActivity(filter, before, PAGE)
      rows.push(...page.map((entry) => line(entry, name(entry))))
      if (page.length < PAGE) return rows
    }
  },
  done: "The activity has been exported as CSV.",
  failed: "The activity could not be exported. Please try again.",
})

const line = (entry: Entry, who: string) => [
  sheetMoment(entry.created_at),
  who,
  entry.user_email,
  asLine(who, inWords(entry)),
  entry.action,
  entry.document,
  entry.summary,
]
