import { useMemo } from "react"
import type { Declared } from "@/lib/document"
import { useLayer, useOpenPicked } from "./bench"
import { rowAt, rowsOf } from "./content"

type Props<One extends { id: number }> = {
  declared: Declared<One, object>
  /** Nothing while they are not known, or visitors see others. */
  rows: One[] | undefined
  onOpen: (id: number) => void
}

/** Shows the rows of a list in the preview, and opens the one that is pressed there. */
export function ShownRows<One extends { id: number }>({ declared, rows, onOpen }: Props<One>) {
  useLayer(useMemo(() => rows && { content: rowsOf(declared, rows) }, [declared, rows]))
  useOpenPicked(declared.name, (id) => {
    const row = rows && rowAt(declared, rows, id)
    if (row !== undefined) onOpen(row)
    return row
  })
  return null
}
