// "Delhi, India" is Delhi on a small tile; "Delhi or remote" is either.
function short(location: string): string {
  if (/\bor remote\b/i.test(location)) return "Either"
  return location.split(",")[0]?.trim() || "Not set"
}

/** Jobs by where they are: the two most frequent places, and the rest as one. */
export function byPlace(locations: string[]): { place: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const location of locations) {
    const place = short(location)
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  const sorted = [...counts]
    .map(([place, count]) => ({ place, count }))
    .sort((a, b) => b.count - a.count || a.place.localeCompare(b.place))
  if (sorted.length <= 3) return sorted
  const rest = sorted.slice(2).reduce((sum, { count }) => sum + count, 0)
  return [...sorted.slice(0, 2), { place: "Elsewhere", count: rest }]
}
