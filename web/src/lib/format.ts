import { format, formatDistanceToNow, isToday } from "date-fns"

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

export const number = (n: number) => n.toLocaleString("en")

/** "1 link", "3 links" */
export const counted = (n: number, one: string, many = `${one}s`) =>
  `${number(n)} ${n === 1 ? one : many}`
