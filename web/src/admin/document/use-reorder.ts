import type { Declared } from "@/lib/document"
import { useFlip } from "@/lib/query"
import { call } from "@/lib/supabase"
import { useUndoAtOnce } from "./history/undo"

type Row = { id: number; version: number }

type Order = {
  ids: number[]
  /** How they stood before. */
  was: number[]
  /** The group that they are, where there are several. */
  section?: string
}

type Said<One> = {
  /** The column of the order, and the number of the first. */
  column: keyof One & string
  first: number
  compare: (a: One, b: One) => number
  done: string
  failed: string
  says?: "server"
}

/** Puts all rows, or those of one group, in the given order: at once, with a way back. */
export function useReorder<One extends Row>(
  { table, reorder }: Declared<One, object>,
  { column, first, compare, ...said }: Said<One>,
) {
  const undo = useUndoAtOnce(table)
  const save = (order: Partial<Order>) => call(reorder as "reorder_footer_links", order as never)
  // The server writes only rows whose place changes.
  const moved = (one: One, ids: number[]): One => {
    const place = ids.indexOf(one.id) + first
    return place === one[column] ? one : { ...one, [column]: place, version: one.version + 1 }
  }
  return useFlip({
    queryKey: [table],
    apply: (list: One[], { ids }: Order) =>
      list.map((one) => (ids.includes(one.id) ? moved(one, ids) : one)).sort(compare),
    save: ({ was: _, ...order }: Order) => save(order),
    refreshes: [[table]],
    actions: (_, { ids, was, ...rest }) => undo(() => save({ ...rest, ids: was, was: ids })),
    ...said,
  })
}
