import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useMove } from "./act"
import { AT_FIRST, board, type Filter } from "./api"
import { type Moved, placed } from "./placed"
import type { Application, Outcome, Stage } from "./stages"

/** How many more a press shows. */
const MORE = 30

/** The board. A card that was moved is in its new place at once, and goes back when the server refuses it. */
export function useBoard(filter: Filter, enabled: boolean) {
  const [most, setMost] = useState(AT_FIRST)
  const [moved, setMoved] = useState<Moved>(new Map())
  const query = useQuery({ ...board(filter, most), enabled, placeholderData: keepPreviousData })
  const move = useMove()
  const forget = (id: number) =>
    setMoved((all) => new Map([...all].filter(([other]) => other !== id)))
  const put = (row: Application, stage: Stage, outcome: Outcome = "") => {
    setMoved((all) => new Map(all).set(row.id, { ...row, stage, outcome }))
    move
      .mutateAsync({ rows: [row], stage, outcome: stage === "closed" ? outcome : undefined })
      .catch(() => {}) // it was said
      .finally(() => forget(row.id))
  }
  return {
    query,
    columns: query.data && placed(query.data, moved),
    /** As it is, or will be once a move of it is stored. */
    now: (row: Application) => moved.get(row.id) ?? row,
    put,
    showMore: (stage: Stage) => setMost((all) => ({ ...all, [stage]: all[stage] + MORE })),
  }
}
