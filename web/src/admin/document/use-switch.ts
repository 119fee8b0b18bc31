import type { Declared, Table } from "@/lib/document"
import { useFlip } from "@/lib/query"
import { supabase } from "@/lib/supabase"
import { useUndoAtOnce } from "./history/undo"

type Switched = { id: number; is: boolean }
type Said = { done: string; failed: string; says?: "server" }

/** A switch of a row that saves at once, with a way back. */
export function useSwitch<Row extends { id: number; version: number }>(
  { table }: Declared<Row, object>,
  column: "is_visible" | "is_active",
  said: Said,
) {
  const undo = useUndoAtOnce(table)
  return useFlip({
    queryKey: [table],
    apply: (list: Row[], { id, is }: Switched) =>
      list.map((one) => (one.id === id ? { ...one, [column]: is, version: one.version + 1 } : one)),
    save: ({ id, is }: Switched) => write(table, id, { [column]: is }),
    refreshes: [[table]],
    actions: ({ version }, { id, is }) => undo(() => write(table, id, { [column]: !is }, version)),
    ...said,
  })
}

/** Changes a row; with a version, only if it still has that. */
async function write(table: Table, id: number, change: object, version?: number) {
  let query = supabase
    .from(table as "pages")
    .update(change)
    .eq("id", id)
  if (version) query = query.eq("version", version)
  return (await query.select("id,version").single().throwOnError()).data
}
