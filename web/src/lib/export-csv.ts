import { useState } from "react"
import { csv } from "./csv"
import { download } from "./download"
import { fileDay } from "./format"
import { call } from "./supabase"
import { toast } from "./toast"

type Sheet = {
  of: Parameters<typeof call<"record_export">>[1]
  /** Of the file; the day follows. */
  name: string
  rows: () => Promise<string[][]>
  done: string
  failed: string
}

/** Downloads rows as a file for spreadsheets, once Activity tells of it. */
export function useCsvExport() {
  const [isPending, setPending] = useState(false)
  const run = async ({ of, name, rows, done, failed }: Sheet) => {
    setPending(true)
    try {
      const file = new Blob([csv(await rows())], { type: "text/csv;charset=utf-8" })
      await call("record_export", of)
      download(file, `${name}-${fileDay(new Date())}.csv`)
      toast.success("Export successful", done)
    } catch {
      toast.error("Export failed", failed)
    }
    setPending(false)
  }
  return { isPending, run }
}
