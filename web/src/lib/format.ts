import { differenceInCalendarDays, format, isThisYear, isToday, isYesterday } from "date-fns"

// All dates that staff read are written here, in 24 hours and the zone of whoever reads them; format.test.ts holds that.

/** "Nov 14, 2026" */
export const shortDate = (at: string | number) => format(new Date(at), "MMM d, yyyy")

/** "09:12" */
export const clock = (at: string | number) => format(new Date(at), "HH:mm")

/** "Nov 15, 2026, 09:12" */
export const fullMoment = (at: string | number) => `${shortDate(at)}, ${clock(at)}`

/** The heading of a day in a feed: "Today", "Yesterday", else "Nov 3, 2026" */
export const feedDay = (at: string | number) => {
  if (isToday(at)) return "Today"
  return isYesterday(at) ? "Yesterday" : shortDate(at)
}

/** "Today, 09:12", "Yesterday, 18:40", else "Nov 3, 2026, 09:12" */
export const feedMoment = (at: string | number) => `${feedDay(at)}, ${clock(at)}`

/** As short as it can be: "09:12" today, "Nov 3" this year, else "Nov 3, 2026" */
export const shortMoment = (at: string | number) => {
  if (isToday(at)) return clock(at)
  return isThisYear(at) ? axisDay(at) : shortDate(at)
}

/** At the ends of a chart: "Nov 7" */
export const axisDay = (at: string | number | Date) => format(new Date(at), "MMM d")

/** In the name of a file: "2026-11-15" */
export const fileDay = (at: Date) => format(at, "yyyy-MM-dd")

/** For a spreadsheet: "2026-11-15 09:12:40" */
export const sheetMoment = (at: string) => format(new Date(at), "yyyy-MM-dd HH:mm:ss")

/** The time zone that all of these are in. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

// For moments that count where the studio is, and not where they are read.
const inZone = (at: string | number, zone: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { timeZone: zone, ...parts }).format(new Date(at))

/** "09:00" in a zone */
export const clockIn = (at: string | number, zone: string) =>
  inZone(at, zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })

/** "Nov 20, 2026, 09:00" in a zone */
export const momentIn = (at: string | number, zone: string) =>
  `${inZone(at, zone, { month: "short", day: "numeric", year: "numeric" })}, ${clockIn(at, zone)}`

/** "Friday" in a zone */
export const weekdayIn = (at: string | number, zone: string) =>
  inZone(at, zone, { weekday: "long" })

/** The moment at which clocks in a zone show what an input of date and time says; NaN for none. */
export function momentOf(typed: string, zone: string): number {
  const wall = Date.parse(`${typed}Z`)
  if (Number.isNaN(wall)) return wall
  // Twice: the zone may change its clocks between the guess and the moment.
  const guess = wall - aheadOfUtc(wall, zone)
  return wall - aheadOfUtc(guess, zone)
}

/** What such an input says at a moment: "2026-11-20T09:00" */
export const inputIn = (at: string | number, zone: string) =>
  new Date(new Date(at).getTime() + aheadOfUtc(new Date(at).getTime(), zone))
    .toISOString()
    .slice(0, 16)

// Swedes write moments as ISO does: "2026-11-20 09:00:00".
const wallClock = (at: number, zone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })
    .format(at)
    .replace(" ", "T")

const aheadOfUtc = (at: number, zone: string) =>
  Date.parse(`${wallClock(at, zone)}Z`) - Math.floor(at / 1000) * 1000

/** How far ahead a day is, by the calendar: "today", "tomorrow", "in 5 days" */
export const daysAhead = (at: string | number) => {
  const days = differenceInCalendarDays(new Date(at), new Date())
  if (days <= 0) return "today"
  return days === 1 ? "tomorrow" : `in ${number(days)} days`
}

/** "0:42" */
export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** "Title, Subtitle, and Areas" */
export const listed = (names: string[]) => new Intl.ListFormat("en").format(names)

export const number = (n: number) => n.toLocaleString("en")

/** "1 link", "3 links" */
export const counted = (n: number, one: string, many = `${one}s`) =>
  `${number(n)} ${n === 1 ? one : many}`

/** The first letter of a name, its articles left out. */
export const initialOf = (name: string) =>
  (name.replace(/^(an?|the)\s+/i, "").match(/[\p{L}\p{N}]/u)?.[0] ?? "?").toUpperCase()
