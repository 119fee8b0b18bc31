import { Download } from "lucide-react"
import { useCsvExport } from "@/lib/export-csv"
import { Button } from "@/ui/button"
import type { Filter } from "./api"
import { applicantsSheet } from "./export"

type Props = {
  filter: Filter
  nameOf: (userId: string | null) => string | undefined
  disabled: boolean
}

export function ExportButton({ filter, nameOf, disabled }: Props) {
  const file = useCsvExport()
  return (
    <Button
      disabled={disabled}
      pending={file.isPending}
      pendingLabel="Exporting..."
      onClick={() => void file.run(applicantsSheet(filter, nameOf))}
    >
      <Download aria-hidden="true" /> Export as CSV
    </Button>
  )
}
