import { useQuery } from "@tanstack/react-query"
import { Download, LayoutGrid, Table2 } from "lucide-react"
import { useState } from "react"
import { exportSubscribers } from "@/lib/export-subscribers"
import { counted, number } from "@/lib/format"
import { Button } from "@/ui/button"
import { PageHead } from "@/ui/page-head"
import { SearchField } from "@/ui/search-field"
import { Segment } from "@/ui/segment"
import { Select } from "@/ui/select"
import { subscribersInAll } from "../layout/counts"
import { useRows } from "../rows/use-rows"
import { useTyped } from "../rows/use-typed"
import { readSubscribers, SORTS, type Sort, type Subscriber, subscribersKey } from "./api"
import { EditNotice } from "./edit-notice"
import { SubscriberList } from "./subscriber-list"
import { useEdit } from "./use-edit"
import { useRecovery } from "./use-recovery"
import { useView } from "./use-view"

export default function SubscribersPage() {
  const [search, setSearch] = useState("")
  const [sort, setSort] = useState<Sort>("newest")
  const [view, setView] = useView()
  const edit = useEdit()
  useRecovery(edit)
  const [range, setRange] = useState({ from: 0, to: 20 })
  const [isExporting, setExporting] = useState(false)
  const { data: total } = useQuery(subscribersInAll)
  const text = useTyped(search)
  const rows = useRows<Subscriber>({
    queryKey: subscribersKey(text, sort),
    read: (at) => readSubscribers(text, sort, at),
    ...range,
  })
  const isFound = rows.isSuccess && !rows.isSearching && search.trim() === text
  const runExport = async () => {
    setExporting(true)
    await exportSubscribers()
    setExporting(false)
  }
  return (
    <>
      <PageHead title="Subscribers" text={total !== undefined && <Total total={total} />}>
        <Button
          disabled={!total}
          pending={isExporting}
          pendingLabel="Exporting..."
          onClick={() => void runExport()}
        >
          <Download aria-hidden="true" /> Export as CSV
        </Button>
      </PageHead>
      <div className="mb-4 flex flex-wrap gap-2.5">
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder="Search by email..."
          found={isFound ? counted(rows.total, "subscriber") : ""}
        />
        <Select
          aria-label="Sort"
          className="w-40 max-md:w-full"
          value={sort}
          onChange={(value) => setSort(value as Sort)}
          options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
        />
        <Segment
          label="View"
          value={view}
          onChange={setView}
          choices={[
            { value: "grid", label: "Grid View", icon: <LayoutGrid aria-hidden="true" /> },
            { value: "table", label: "Table View", icon: <Table2 aria-hidden="true" /> },
          ]}
        />
      </div>
      {edit.of && <EditNotice key={edit.of.id} edit={edit} of={edit.of} />}
      <SubscriberList
        rows={rows}
        view={view}
        edit={edit}
        isSearch={text !== ""}
        onClear={() => setSearch("")}
        onRange={(from, to) => setRange({ from, to })}
      />
    </>
  )
}

function Total({ total }: { total: number }) {
  return (
    <>
      <span className="tabular-nums">{number(total)}</span>{" "}
      {total === 1 ? "person receives" : "people receive"} the newsletter.
    </>
  )
}
