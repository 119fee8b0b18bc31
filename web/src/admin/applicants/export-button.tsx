import { Download } from "lucide-react"
import { useState } from "react"
import { Button } from "@/ui/button"
import type { Filter } from "./api"
import { exportApplicants } from "./export"

type Props = {
  filter: Filter
  nameOf: (userId: string | null) => string | undefined
  disabled: boolean
}

export function ExportButton({ filter, nameOf, disabled }: Props) {
  const [isExporting, setExporting] = useState(false)
  const run = async () => {
    setExporting(true)
    await exportApplicants(filter, nameOf)
    setExporting(false)
  }
  return (
    <Button
      disabled={disabled}
      pending={isExporting}
      pendingLabel="Exporting..."
      onClick={() => void run()}
    >
      <Download aria-hidden="true" /> Export as CSV
    </Button>
  )
}
