import { useEffect, useState } from "react"
import { discardDraft, type Found, findDrafts } from "@/lib/draft"
import { useUser } from "../session/session"

/** What was typed in a row that someone deleted before it was saved. */
export type Lost<Row> = Found<unknown, Row>

/** The drafts of a kind of row whose row is no more. They are looked for again when a dialog opens or closes. */
export function useLost<Row extends { id: number }>(
  kind: string,
  rows: Row[] | undefined,
  edited: unknown,
): { lost: Lost<Row>[]; isRead: boolean; discard: (one: Lost<Row>) => void } {
  const owner = useUser().id
  const [lost, setLost] = useState<Lost<Row>[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog takes and removes drafts
  useEffect(() => {
    if (!rows) return
    let isOver = false
    const isKept = (row: Row | null) => !row || rows.some(({ id }) => id === row.id)
    void findDrafts<unknown, Row>(owner, (name) => name.startsWith(`${kind} `)).then((all) => {
      if (!isOver) setLost(all.filter(({ draft }) => !isKept(draft.base)))
    })
    return () => {
      isOver = true
    }
  }, [owner, kind, rows, edited])
  const discard = (one: Lost<Row>) => {
    discardDraft(one)
    setLost((all) => all?.filter(({ key }) => key !== one.key))
  }
  return { lost: lost ?? [], isRead: lost !== undefined, discard }
}
