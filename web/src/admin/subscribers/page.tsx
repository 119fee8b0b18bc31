import { useQuery } from "@tanstack/react-query"
import { Download, LayoutGrid, Table2, Upload } from "lucide-react"
import { useState } from "react"
import { exportSubscribers } from "@/lib/export-subscribers"
import { counted, number } from "@/lib/format"
import { useParam } from "@/lib/location"
import { Button } from "@/ui/button"
import { PageHead } from "@/ui/page-head"
import { SearchField } from "@/ui/search-field"
import { Segment } from "@/ui/segment"
import { Select } from "@/ui/select"
import { subscribersInAll } from "../layout/counts"
import { useRows } from "../rows/use-rows"
import { useTyped } from "../rows/use-typed"
import {
  isState,
  readSubscribers,
  SORTS,
  type Sort,
  STATES,
  type State,
  type Subscriber,
  standing,
  subscribersKey,
} from "./api"
import { EditNotice } from "./edit-notice"
import { ImportDialog } from "./import-dialog"
import { StatePills } from "./state"
import { SubscriberList } from "./subscriber-list"
import { useEdit } from "./use-edit"
import { useFound } from "./use-found"
import { useRecovery } from "./use-recovery"
import { useView } from "./use-view"

export default function SubscribersPage() {
  const [search, setSearch] = useState("")
  const [sort, setSort] = useState<Sort>("newest")
  const [view, setView] = useView()
  const edit = useEdit()
  useRecovery(edit)
  const [range, setRange] = useState({ from: 0, to: 20 })
  const [asked, setAsked] = useParam("state", "")
  const [isImporting, setImporting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const { data: total } = useQuery(subscribersInAll)
  useFound(setSearch)
  const text = useTyped(search)
  const state = isState(asked) ? asked : undefined
  const wanted = { search: text, sort, state }
  const rows = useRows<Subscriber>({
    queryKey: subscribersKey(wanted),
    read: (at) => readSubscribers(wanted, at),
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
        <Button onClick={() => setImporting(true)}>
          <Upload aria-hidden="true" /> Import
        </Button>
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
      {!!total && <StatePills state={state} onChange={setAsked} total={total} />}
      {edit.of && <EditNotice key={edit.of.id} edit={edit} of={edit.of} />}
      <SubscriberList
        rows={rows}
        view={view}
        edit={edit}
        none={noneOf(text, state)}
        onClear={() => {
          setSearch("")
          setAsked("")
        }}
        onRange={(from, to) => setRange({ from, to })}
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function noneOf(search: string, state?: State): string | undefined {
  if (search) return "No subscribers match your search."
  return state && `No subscribers are ${STATES[state].toLowerCase()}.`
}

function Total({ total }: { total: number }) {
  const { data } = useQuery(standing)
  if (data && data.receive !== total)
    return (
      <span className="tabular-nums">
        {counted(total, "person", "people")} in all. {number(data.receive)}{" "}
        {data.receive === 1 ? "gets" : "get"} your letters.
      </span>
    )
  return (
    <>
      <span className="tabular-nums">{number(total)}</span>{" "}
      {total === 1 ? "person receives" : "people receive"} the newsletter.
    </>
  )
}
