import type { Job } from "@/lib/documents.gen"
import { plainText } from "@/lib/text"

export const SORTS = {
  rank: "Display Order",
  title: "Title A-Z",
  location: "Location A-Z",
  newest: "Newest First",
  oldest: "Oldest First",
} as const

export type Sort = keyof typeof SORTS

const words = new Intl.Collator("en", { sensitivity: "base", numeric: true })

/** The order of visitors. */
export const byRank = (a: Job, b: Job) => a.rank - b.rank || a.id - b.id

const by: Record<Sort, (a: Job, b: Job) => number> = {
  rank: byRank,
  title: (a, b) => words.compare(a.title, b.title),
  location: (a, b) => words.compare(a.location ?? "", b.location ?? ""),
  newest: (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id,
  oldest: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id,
}

/** The jobs whose title, location or about holds the text, in the order asked for. */
export function arrange(jobs: Job[], search: string, sort: Sort): Job[] {
  const text = search.trim().toLowerCase()
  const matches = ({ title, location, about }: Job) =>
    [title, location ?? "", plainText(about ?? "")].some((one) => one.toLowerCase().includes(text))
  return (text ? jobs.filter(matches) : [...jobs]).sort(by[sort])
}
