import { addDays } from "date-fns"
import { counted, shortDate } from "./format"
import { studio } from "./shell"

/** How many days what was deleted can be put back, as the server keeps it; 0 is for ever. */
const kept = studio.trash_days ?? 30

const DAY_MS = 24 * 3600 * 1000
const YEAR = 365

/** Days until something is removed for good, and one that has begun counts; nothing where that never happens. */
export const daysLeft = (at: string, now = Date.now(), days = kept) =>
  days ? Math.max(0, Math.ceil((Date.parse(at) + days * DAY_MS - now) / DAY_MS)) : undefined

/** "for 30 days", or that it has no end. */
export const waits = (days = kept) =>
  days ? `for ${counted(days, "day")}` : "until they are deleted for good"

/** What becomes of what is deleted, in a sentence for the head of Trash. */
export const whatBecomes = (days = kept) =>
  days
    ? `Deleted things wait here ${waits(days)}, then they are removed for good.`
    : `Deleted things wait here ${waits(days)}.`

/** "In Trash for 30 days" */
export const inTrashFor = (days = kept) => (days ? `In Trash ${waits(days)}` : "In Trash")

/** How long it is known who did what. */
export function keptFor(days = studio.activity_days ?? YEAR): string {
  if (!days) return "Kept for good."
  if (days % YEAR > 0) return `Kept for ${counted(days, "day")}.`
  return days === YEAR ? "Kept for a year." : `Kept for ${days / YEAR} years.`
}

/** How long what is deleted now can be brought back. */
export const mindChange = (days = kept) =>
  days
    ? `You have ${counted(days, "day")} to change your mind: until ${shortDate(addDays(Date.now(), days).getTime())} it waits in Trash.`
    : "You can change your mind: it waits in Trash."
