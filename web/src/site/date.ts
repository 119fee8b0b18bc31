import { word } from "./words"

/** "3 November 2026" in UTC, as the studio's language writes it. Not Intl: the engine on the server has none, and both sides must print the same. */
export function longDate(timestamp: string): string {
  const date = new Date(timestamp)
  const month = word("date_months").split(/[ \n]+/)[date.getUTCMonth()] ?? ""
  return word("date_long", { day: date.getUTCDate(), month, year: date.getUTCFullYear() })
}
