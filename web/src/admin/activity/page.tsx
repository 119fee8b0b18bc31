import { Download } from "lucide-react"
import { useState } from "react"
import { useCsvExport } from "@/lib/export-csv"
import { keptFor } from "@/lib/trash-time"
import { Button } from "@/ui/button"
import { PageHead } from "@/ui/page-head"
import { PillDay } from "@/ui/pill-day"
import { PillSelect } from "@/ui/pill-select"
import { SearchField } from "@/ui/search-field"
import { ACTIONS, EVERYTHING, type Filter } from "../activity-feed/api"
import { EntryList } from "../activity-feed/entry-list"
import { useTyped } from "../rows/use-typed"
import { useNames, useStaff } from "../session/staff"
import { activitySheet } from "./export"

export default function ActivityPage() {
  const [wanted, setWanted] = useState<Filter>(EVERYTHING)
  const file = useCsvExport()
  const { data: staff = [] } = useStaff()
  const name = useNames()
  const search = useTyped(wanted.search)
  const filter = { ...wanted, search }
  const isFiltered = Object.values(filter).some((one) => one !== "")
  const set = (part: Partial<Filter>) => setWanted({ ...wanted, ...part })
  return (
    <>
      <PageHead title="Activity" text={`Who did what. ${keptFor()}`}>
        <Button
          pending={file.isPending}
          pendingLabel="Exporting..."
          onClick={() => void file.run(activitySheet(filter, name))}
        >
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
              ...Object.entries(ACTIONS).map(([value, { label }]) => ({ value, label })),
            ]}
          />
          <PillDay label="Day" value={wanted.day} none="Any day" onChange={(day) => set({ day })} />
        </div>
      </div>
      <EntryList filter={filter} onClear={isFiltered ? () => setWanted(EVERYTHING) : undefined} />
    </>
  )
}
