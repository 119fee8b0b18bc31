import { supabase } from "@/lib/supabase"

type Table = "contact_form_submissions" | "newsletter_subscriptions"

const MOST = 1000

// Spam is no message. A subscriber counts, whatever it looks like: the total holds it too.
const COUNTED = {
  contact_form_submissions: "quarantined_at.is.null",
  newsletter_subscriptions: "id.gt.0",
}

/** How many rows were made in each span between two edges. */
export async function countBetween(table: Table, edges: Date[]): Promise<number[]> {
  const [start, end] = [edges[0] as Date, edges.at(-1) as Date]
  const { data, count } = await supabase
    .from(table)
    .select("created_at", { count: "exact" })
    .gte("created_at", start.toISOString())
    .lt("created_at", end.toISOString())
    .or(COUNTED[table])
    .limit(MOST)
    .throwOnError()
  if ((count ?? 0) <= data.length)
    return spread(
      data.map((row) => row.created_at),
      edges,
    )
  // More than one answer holds: the server counts each span, which an index makes cheap.
  return Promise.all(
    edges.slice(1).map(async (to, index) => {
      const { count } = await supabase
        .from(table)
        .select("id", { count: "exact", head: true })
        .gte("created_at", (edges[index] as Date).toISOString())
        .lt("created_at", to.toISOString())
        .or(COUNTED[table])
        .throwOnError()
      return count ?? 0
    }),
  )
}

/** Sorts moments into the spans between edges. */
export function spread(moments: string[], edges: Date[]): number[] {
  const counts = new Array<number>(edges.length - 1).fill(0)
  for (const moment of moments) {
    const at = Date.parse(moment)
    const index = edges.findLastIndex((edge) => edge.getTime() <= at)
    if (index >= 0 && index < counts.length) counts[index] = (counts[index] as number) + 1
  }
  return counts
}

/** The running total at the end of each span, given the total after the last. */
export function totals(counts: number[], now: number): number[] {
  const result = [now]
  for (const count of counts.toReversed()) result.unshift((result[0] as number) - count)
  return result
}
