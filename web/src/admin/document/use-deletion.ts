import { type Declared, removeOf } from "@/lib/document"
import { useSave } from "@/lib/query"
import { useUser } from "../session/session"
import { useUndoDeletion } from "./history/undo"

type Said = { done: string; failed: string; says?: "server" }

/** Deletes a document as it was loaded, not over somebody's edit. */
export function useDeletion<Row extends { id: number; version: number }>(
  declared: Declared<Row, object>,
  said: Said,
) {
  const { id: owner } = useUser()
  const undo = useUndoDeletion(declared.table, declared.name)
  return useSave({
    save: (row: Pick<Row, "id" | "version">) => removeOf(declared, row, owner),
    refreshes: [[declared.table]],
    actions: (_, { id }) => undo(id),
    ...said,
  })
}
