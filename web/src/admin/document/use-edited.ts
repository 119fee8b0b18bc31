import { useState } from "react"

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
): Edited<Row> {
  const [seen, setSeen] = useState<Row>()
  const row = rows?.find((one) => one.id === id)
  if (row && row !== seen) setSeen(row)
  if (row) return { row, isGone: false }
  return seen?.id === id && seen ? { row: seen, isGone: true } : { row: null, isGone: false }
}
