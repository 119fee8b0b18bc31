import { csv } from "./csv"
import { download } from "./download"
import { fileDay } from "./format"
import { type Answer, call } from "./supabase"
import { toast } from "./toast"

type Everything = Answer<"export_person">

const FORMATS = {
  json: { type: "application/json", text: (all: Everything) => JSON.stringify(all, null, 2) },
  csv: { type: "text/csv;charset=utf-8", text: asCsv },
}

/** Downloads all that is stored about somebody. The name of the file does not tell who it is. */
export async function exportPerson(all: Everything, format: keyof typeof FORMATS) {
  const { type, text } = FORMATS[format]
  const name = `person-${fileDay(new Date())}.${format}`
  try {
    await call("record_export", { document: "person" })
    download(new Blob([text(all)], { type }), name)
    toast.success("Export ready", name)
  } catch {
    toast.error("Export failed", "What is stored about them could not be exported.")
  }
}

/** A line for each value, as rows of different tables have different columns. */
function asCsv(all: Everything): string {
  const lines = [["Table", "Row", "Field", "Value"]]
  for (const [table, rows] of Object.entries(all))
    for (const [at, row] of rows.entries())
      for (const [field, value] of Object.entries(row as Record<string, unknown>))
        if (value !== null) lines.push([table, String(at + 1), field, asCell(value)])
  return csv(lines)
}

const asCell = (value: unknown) =>
  typeof value === "object" ? JSON.stringify(value) : String(value)
