import { useState } from "react"
import type { Lost } from "./use-lost"

/** What an open dialog edits. */
export type Edited<Row> = {
  /** As it is now; null while making a new one. */
  row: Row | null
  /** Someone deleted it meanwhile: the row is how it was last seen. */
  isGone: boolean
}

/** The row of the list that is being edited. It follows other people's saves, and outlives their deletion. */
export function useEdited<Row extends { id: number }>(
  rows: Row[] | undefined,
  id: number | string | undefined,
  lost: Lost<Row>[],
): Edited<Row> {
  const [seen, setSeen] = useState<Row>()
  const row = rows?.find((one) => one.id === id)
  const last = seen?.id === id ? seen : lost.find(({ draft }) => draft.base.id === id)?.draft.base
  const now = row ?? last
  if (now && now !== seen) setSeen(now)
  return { row: now ?? null, isGone: !row && now !== undefined }
}
