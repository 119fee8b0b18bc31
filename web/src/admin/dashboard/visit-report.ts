import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { isWeekend } from "date-fns"
import { axisDay, number } from "@/lib/format"
import { type Answer, call } from "@/lib/supabase"

export type Report = Answer<"visit_report">
export type Period = "7" | "30" | "365"

export const PERIODS: { value: Period; label: string; before: string }[] = [
  { value: "7", label: "7 days", before: "the 7 before" },
  { value: "30", label: "30 days", before: "the 30 before" },
  { value: "365", label: "12 months", before: "the 12 before" },
]

export const periodOf = (period: Period) =>
  PERIODS.find(({ value }) => value === period) as (typeof PERIODS)[number]

export const visitReport = (period: Period, today: number) =>
  queryOptions({
    queryKey: ["visit_days", "report", period, today],
    queryFn: () => call("visit_report", { days: Number(period) }),
    placeholderData: keepPreviousData,
  })

/** The moment at which a day begins, for those who write it; its place on earth does not matter. */
export const startOf = (day: string) => `${day}T00:00`

export type Bar = {
  from: string
  label: string
  visits: number
  visitors: number
  signUps: number
  /** A weekend, which is quieter in most trades. */
  isQuiet: boolean
}

const WEEK = 7
/** More days than this are drawn by the week. */
const MOST_BARS = 60

/** Days as they are drawn: each of them, or weeks that end today. The oldest takes what is left over. */
export function bars({ days }: Report): Bar[] {
  const size = days.length > MOST_BARS ? WEEK : 1
  const first = days.length % size
  return Array.from({ length: Math.floor(days.length / size) }, (_, at) => {
    const part = days.slice(at === 0 ? 0 : first + at * size, first + (at + 1) * size)
    const [from, to] = [part[0]?.day ?? "", part.at(-1)?.day ?? ""]
    const sum = (of: (day: Report["days"][number]) => number) =>
      part.reduce((all, day) => all + of(day), 0)
    return {
      from,
      label:
        from === to
          ? axisDay(startOf(from))
          : `${axisDay(startOf(from))} to ${axisDay(startOf(to))}`,
      visits: sum((day) => day.visits),
      visitors: sum((day) => day.visitors),
      signUps: sum((day) => day.sign_ups),
      isQuiet: size === 1 && isWeekend(startOf(from)),
    }
  })
}

export const visitsOf = ({ days }: Report) => days.reduce((sum, day) => sum + day.visits, 0)
export const signUpsOf = ({ days }: Report) => days.reduce((sum, day) => sum + day.sign_ups, 0)

/** "in 30 days, 12% more than the 30 before" */
export function compared(now: number, before: number | null, period: Period): string {
  const { label, before: earlier } = periodOf(period)
  if (!before) return `in ${label}`
  const change = Math.round((now / before - 1) * 100)
  if (change === 0) return `in ${label}, as many as in ${earlier}`
  return `in ${label}, ${number(Math.abs(change))}% ${change > 0 ? "more" : "less"} than ${earlier}`
}

const PAGES: Record<string, string> = {
  "/": "Home",
  "/about": "About Us",
  "/careers": "Careers",
  "/contact": "Contact",
  "/letters": "Letters",
  other: "Other addresses",
}

export const pageName = ({ path, title }: Report["pages"][number]) => title || PAGES[path] || path

const HOSTS: Record<string, string> = { "": "Typed or bookmarked", other: "Elsewhere" }

export const hostName = ({ host }: Report["from"][number]) => HOSTS[host] ?? host
