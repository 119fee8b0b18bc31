import { Download } from "lucide-react"
import { useState } from "react"
import { Button } from "@/ui/button"
import { PageHead } from "@/ui/page-head"
import { PillSelect } from "@/ui/pill-select"
import { SearchField } from "@/ui/search-field"
import { useTyped } from "../rows/use-typed"
import { useNames, useStaff } from "../session/staff"
import { DEEDS, EVERYTHING, type Filter } from "./api"
import { DeedList } from "./deed-list"
import { exportActivity } from "./export"

export default function ActivityPage() {
  const [wanted, setWanted] = useState<Filter>(EVERYTHING)
  const [isExporting, setExporting] = useState(false)
  const { data: staff = [] } = useStaff()
  const name = useNames()
  const search = useTyped(wanted.search)
  const filter = { ...wanted, search }
  const set = (part: Partial<Filter>) => setWanted({ ...wanted, ...part })
  const runExport = async () => {
    setExporting(true)
    await exportActivity(filter, name)
    setExporting(false)
  }
  return (
    <>
      <PageHead title="Activity" text="Who did what. Kept for a year.">
        <Button pending={isExporting} pendingLabel="Exporting..." onClick={() => void runExport()}>
          <Download aria-hidden="true" /> Export as CSV
        </Button>
      </PageHead>
      <div className="feed-filters">
        <SearchField
          value={wanted.search}
          onChange={(search) => set({ search })}
          placeholder="Search activity..."
        />
        <div className="pills">
          <PillSelect
            label="Person"
            value={wanted.person}
            onChange={(person) => set({ person })}
            options={[
              { value: "", label: "Everyone" },
              ...staff.map(({ id, name, email }) => ({ value: id, label: name || email })),
              { value: "server", label: "The server" },
            ]}
          />
          <PillSelect
            label="Kind"
            value={wanted.kind}
            onChange={(kind) => set({ kind })}
            options={[
              { value: "", label: "Every kind" },
              ...Object.entries(DEEDS).map(([value, { label }]) => ({ value, label })),
            ]}
          />
          <input
            type="date"
            aria-label="Day"
            title="Any day"
            className="pill"
            value={wanted.day}
            onChange={(event) => set({ day: event.target.value })}
          />
        </div>
      </div>
      <DeedList
        filter={filter}
        isFiltered={Object.values(filter).some((one) => one !== "")}
        onClear={() => setWanted(EVERYTHING)}
      />
    </>
  )
}
