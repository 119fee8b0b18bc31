import { addDays } from "date-fns"
import { shortDate } from "./format"
import { studio } from "./shell"

type Kept = { keep_until: string | null; created_at: string }

/** What is said behind the day when the job has yet to close, which may move it. */
export const IF_OPEN = "if the job stays open"

/** When an application is erased: as its job or its applicant says, and in time even if the job never closes. */
export const erasedAt = (
  { keep_until, created_at }: Kept,
  days = studio.application_days ?? 365,
): string => keep_until ?? addDays(created_at, days).toISOString()

/** "erased on Nov 15, 2027 if the job stays open" */
export const erasedOn = (row: Kept) =>
  `erased on ${shortDate(erasedAt(row))}${row.keep_until ? "" : ` ${IF_OPEN}`}`
