import { format, formatDistanceToNow, isThisYear, isToday, isYesterday } from "date-fns"

/** "Nov 14, 2026" */
export const shortDate = (at: string | number) => format(new Date(at), "MMM d, yyyy")

/** "November 14th, 2026" */
export const longDate = (at: string) => format(new Date(at), "PPP")

/** "Today", else "Nov 14, 2026" */
export const dayOf = (at: string | number) => (isToday(at) ? "Today" : shortDate(at))

/** "5 minutes ago" */
export const ago = (at: string) => formatDistanceToNow(new Date(at), { addSuffix: true })

/** "Today, 10:20 AM", else "Nov 14, 2026, 10:20 AM" */
export const moment = (at: string | number) => `${dayOf(at)}, ${format(at, "p")}`

/** "09:12" */
export const clock = (at: string | number) => format(new Date(at), "HH:mm")

/** "Nov 15, 2026, 09:12" */
export const fullMoment = (at: string | number) => `${shortDate(at)}, ${clock(at)}`

/** The heading of a day in a feed: "Today", "Yesterday", else "Nov 3, 2026" */
export const feedDay = (at: string | number) => (isYesterday(at) ? "Yesterday" : dayOf(at))

/** "Today, 09:12", "Yesterday, 18:40", else "Nov 3, 2026, 09:12" */
export const feedMoment = (at: string | number) => `${feedDay(at)}, ${clock(at)}`

/** As short as it can be: "09:12" today, "Nov 3" this year, else "Nov 3, 2026" */
export const shortMoment = (at: string | number) => {
  if (isToday(at)) return clock(at)
  return isThisYear(at) ? format(new Date(at), "MMM d") : shortDate(at)
}

export const number = (n: number) => n.toLocaleString("en")

/** "1 link", "3 links" */
export const counted = (n: number, one: string, many = `${one}s`) =>
  `${number(n)} ${n === 1 ? one : many}`
