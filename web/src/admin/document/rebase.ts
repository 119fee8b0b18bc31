import { isSame } from "@/lib/same"

/**
 * What was typed, on top of what is stored now: fields that were not touched are as they are stored, a rank for one.
 * Nothing when someone else changed a field that was typed in, unless what was typed wins there.
 */
export function rebase<Values extends object>(
  typed: Values,
  before: Values,
  now: Values,
  wins = false,
): Values | undefined {
  const merged = { ...now }
  for (const key of Object.keys(typed) as (keyof Values)[]) {
    if (isSame(typed[key], before[key]) || isSame(typed[key], now[key])) continue
    if (!wins && !isSame(now[key], before[key])) return undefined
    merged[key] = typed[key]
  }
  return merged
}
