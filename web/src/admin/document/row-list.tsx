import { Plus } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "@/ui/button"
import { SortableList } from "@/ui/sortable-list"
import { moveOne } from "./move-one"

type Keyed = { key: string }

type Props<Row extends Keyed> = {
  rows: Row[]
  nameOf: (row: Row) => string
  add: string
  onAdd: () => void
  onMove: (from: number, to: number) => void
  /** Makes the fields of one. */
  children: (index: number) => ReactNode
}

/** Parts of a document in an order that editors choose. */
export function RowList<Row extends Keyed>({ rows, add, ...list }: Props<Row>) {
  const keys = rows.map(({ key }) => key)
  return (
    <div data-rows>
      <SortableList
        className="card empty:hidden"
        items={rows}
        idOf={({ key }) => key}
        nameOf={list.nameOf}
        rowClass={() => "sortable-form"}
        onMove={(order) => list.onMove(...moveOne(keys, order))}
      >
        {(_, index) => list.children(index)}
      </SortableList>
      <Button look="ghost" className="mt-3" data-add onClick={list.onAdd}>
        <Plus aria-hidden="true" /> {add}
      </Button>
    </div>
  )
}
