import { useState } from "react"
import { useRows } from "../rows/use-rows"
import { type Filter, listKey, readList, type Sort } from "./api"
import type { Application, Stage } from "./stages"

/** The list as it is asked for, with those that are chosen in it. */
export function useList(filter: Filter, stage: Stage | undefined, held: boolean, enabled: boolean) {
  const [sort, onSort] = useState<Sort>({ by: "created_at", ascending: false })
  const [range, setRange] = useState({ from: 0, to: 20 })
  const [chosen, setChosen] = useState<ReadonlyMap<number, Application>>(new Map())
  const asked = { ...filter, stage, held }
  const rows = useRows<Application>({
    queryKey: listKey(asked, sort),
    read: (at) => readList(asked, sort, at),
    enabled,
    ...range,
  })
  const known: Application[] = []
  for (let at = 0; at < rows.total; at++) {
    const row = rows.row(at)
    if (row) known.push(row)
  }
  const onChoose = (some: Application[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const row of some) {
      if (isChosen) next.set(row.id, row)
      else next.delete(row.id)
    }
    setChosen(next)
  }
  return {
    rows,
    known,
    sort,
    onSort,
    chosen,
    // As they are now; what is not shown any more is not chosen either.
    picked: known.filter(({ id }) => chosen.has(id)),
    onChoose,
    chooseNone: () => setChosen(new Map()),
    onRange: (from: number, to: number) => setRange({ from, to }),
  }
}
