import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { isConflict, isSignedOut, sentence } from "@/lib/fault"
import { counted } from "@/lib/format"
import { call } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { inTrash } from "./kinds"

/** A deletion that can be taken back; id is that of its revision. */
export type Gone = { id: number; document: string; title: string }

/** Does it with one after the other. Those before a failure stay done; one that somebody else dealt with meanwhile holds nothing up. */
export async function oneByOne<Row>(rows: Row[], act: (row: Row) => Promise<void>) {
  const done: Row[] = []
  let error: Error | undefined
  for (const row of rows)
    try {
      await act(row)
      done.push(row)
    } catch (reason) {
      error = reason as Error
      if (!isConflict(reason)) break
    }
  return { done, error }
}

/** Brings back what was deleted, and says what could not come along. */
export function usePutBack() {
  const client = useQueryClient()
  // The second click of a double click comes before anything is drawn anew.
  const isBusy = useRef(false)
  const putBack = useMutation({
    mutationFn: async (rows: Gone[]) => {
      const reasons: string[] = []
      const { done, error } = await oneByOne(rows, async ({ id }) => {
        const { left_out } = await call("restore_deleted", { revision_id: id })
        reasons.push(...left_out.map(({ reason }) => reason))
      })
      // It may be anything, and its place moves others.
      await client.invalidateQueries()
      if (done.length > 0) toast.success("Put back", [said(done), ...reasons].join(" "))
      if (error) throw error
    },
    onError: (error, rows) => {
      if (isSignedOut(error)) return
      const [one] = rows
      const isOne = rows.length === 1 && one
      const failed = isOne ? `${one.title} could not be put back.` : "Not all could be put back."
      toast.error("Error", sentence(error, failed))
    },
    onSettled: () => {
      isBusy.current = false
    },
  })
  const mutate: typeof putBack.mutate = (rows, options) => {
    if (isBusy.current) return
    isBusy.current = true
    putBack.mutate(rows, options)
  }
  return { ...putBack, mutate }
}

function said(rows: Gone[]): string {
  const [one] = rows
  if (rows.length !== 1 || !one) return `${counted(rows.length, "thing")} are there again.`
  return `${one.title} is ${inTrash(one.document).place} again.`
}
