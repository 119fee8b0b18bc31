const MONTHS =
  "January February March April May June July August September October November December".split(" ")

/** "3 November 2026" in UTC. Not Intl: the engine on the server has none, and both sides must print the same. */
export function longDate(timestamp: string): string {
  const date = new Date(timestamp)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
