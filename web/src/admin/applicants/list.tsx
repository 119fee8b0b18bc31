import { ChevronDown, ChevronUp, FileText, ShieldAlert } from "lucide-react"
import { cn } from "@/lib/cn"
import { erasedAt, IF_OPEN } from "@/lib/erased"
import { Badge } from "@/ui/badge"
import { Checkbox } from "@/ui/checkbox"
import { Bar } from "@/ui/skeleton"
import { TableRoom, useVirtualRows } from "@/ui/virtual-rows"
import { When } from "@/ui/when"
import { BrokenRows } from "../rows/broken-rows"
import type { useRows } from "../rows/use-rows"
import { reasonsOf } from "../spam/reasons"
import type { Sort, SortColumn } from "./api"
import { type Application, standingOf } from "./stages"

export type Rows = ReturnType<typeof useRows<Application>>

type Props = {
  rows: Rows
  sort: Sort
  chosen: ReadonlyMap<number, Application>
  openId: number
  nameOf: (userId: string | null) => string | undefined
  onSort: (sort: Sort) => void
  onChoose: (rows: Application[], isChosen: boolean) => void
  onRange: (from: number, to: number) => void
  onOpen: (id: number) => void
}

type Head = { label: string; by?: SortColumn; width: string }

const HEADS: Head[] = [
  { label: "Name", by: "name", width: "" },
  { label: "Job", by: "job_title", width: "w-[20%]" },
  { label: "Stage", width: "w-32.5" },
  { label: "Applied", by: "created_at", width: "w-30" },
  { label: "CV", width: "w-21" },
  { label: "With", width: "w-24" },
  { label: "Erased on", by: "keep_until", width: "w-31" },
]

/** Everyone, a row for each. */
export function ApplicantList(props: Props) {
  const { rows, sort, chosen, onSort, onChoose, onRange } = props
  const { list, slots } = useVirtualRows<HTMLTableSectionElement>({
    count: rows.total,
    keyOf: (index) => rows.row(index)?.id ?? `at ${index}`,
    estimate: window.innerWidth < 768 ? 236 : 58,
    isTable: true,
    onRange,
  })
  const known = Array.from({ length: rows.total }, (_, at) => rows.row(at)).filter((row) => !!row)
  const isAll = known.length > 0 && known.every(({ id }) => chosen.has(id))
  return (
    <>
      <div className="card overflow-hidden">
        <table
          className="data-table applicants-table table-fixed"
          aria-label="Applicants"
          aria-rowcount={rows.total + 1}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th className="w-11 pr-0!">
                <span className="flex">
                  <Checkbox
                    label={<span className="sr-only">Select all that are shown</span>}
                    checked={isAll}
                    onChange={(is) => onChoose(known, is)}
                  />
                </span>
              </th>
              {HEADS.map((head) => (
                <HeadCell key={head.label} head={head} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody ref={list} data-rows>
            {slots.map((slot) => {
              if (slot.index === undefined)
                return <TableRoom key={slot.key} height={slot.height} columns={8} />
              const row = rows.row(slot.index)
              return row ? (
                <Row key={slot.key} place={slot.props} row={row} {...props} />
              ) : (
                <tr key={slot.key} {...slot.props}>
                  <td colSpan={8}>
                    <Bar className="h-4 w-64 max-w-full" />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <BrokenRows broken={rows.broken} text="Unable to load applicants." />
    </>
  )
}

type HeadProps = { head: Head; sort: Sort; onSort: (sort: Sort) => void }

function HeadCell({ head: { label, by, width }, sort, onSort }: HeadProps) {
  const isSorted = by === sort.by
  const Icon = isSorted && sort.ascending ? ChevronUp : ChevronDown
  const order = isSorted ? (sort.ascending ? "ascending" : "descending") : undefined
  return (
    <th className={width} aria-sort={order}>
      {by ? (
        <button
          type="button"
          className="inline-flex cursor-pointer items-center gap-1 hover:text-ink"
          // The newest first, and names from A.
          onClick={() =>
            onSort({ by, ascending: isSorted ? !sort.ascending : by !== "created_at" })
          }
        >
          {label}
          <Icon className={cn("size-3.5", !isSorted && "opacity-0")} aria-hidden="true" />
        </button>
      ) : (
        label
      )}
    </th>
  )
}

type RowProps = Props & { row: Application; place: object }

function Row({ row, place, chosen, openId, nameOf, onChoose, onOpen }: RowProps) {
  const { id, name, email } = row
  const isChosen = chosen.has(id)
  const isHeld = row.quarantined_at !== null
  const assignee = nameOf(row.assigned_to)
  return (
    <tr {...place} aria-selected={isChosen} aria-current={id === openId ? "true" : undefined}>
      <td className="pr-0!">
        <span className="flex">
          <Checkbox
            label={<span className="sr-only">Select {name}</span>}
            checked={isChosen}
            onChange={(is) => onChoose([row], is)}
          />
        </span>
      </td>
      <td>
        <button
          type="button"
          data-application={id}
          className="block max-w-full cursor-pointer truncate text-left font-medium hover:text-edge max-md:pr-10"
          title={name}
          onClick={() => onOpen(id)}
        >
          {name}
        </button>
        <span className="block truncate text-micro text-ink-3" title={email}>
          {email}
        </span>
      </td>
      <td data-label="Job" className="text-ink-2">
        <span className="block truncate" title={row.job_title}>
          {row.job_title}
        </span>
      </td>
      <td data-label="Stage">
        {isHeld ? (
          <Badge look="warn" className="max-w-full">
            <span className="truncate">{reasonsOf(row)[0] ?? "Held back"}</span>
          </Badge>
        ) : (
          <Badge look={lookOf(row)}>{standingOf(row)}</Badge>
        )}
      </td>
      <td data-label="Applied" className="text-ink-2 tabular-nums">
        <When at={row.created_at} />
      </td>
      <td data-label="CV">
        <CvState row={row} />
      </td>
      <td data-label="With" className={cn("text-ink-2", !assignee && "max-md:hidden!")}>
        <span className="block truncate" title={assignee}>
          {assignee}
        </span>
      </td>
      <td data-label="Erased on" className="text-ink-2 tabular-nums">
        <When at={erasedAt(row)} className={cn(!row.keep_until && "text-ink-3")}>
          {!row.keep_until && <span className="sr-only">, {IF_OPEN}</span>}
        </When>
      </td>
    </tr>
  )
}

function CvState({ row: { cv_name, cv_file_name, scan } }: { row: Application }) {
  if (cv_name === "") return <span className="text-ink-3">None</span>
  if (scan === "held")
    return (
      <span className="flex items-center gap-1.5 text-warn" title="Held back by the virus scan">
        <ShieldAlert className="size-4" aria-hidden="true" /> Held
      </span>
    )
  return (
    <span className="flex items-center text-ink-2" title={cv_file_name}>
      <FileText className="size-4" aria-hidden="true" />
      <span className="sr-only">Has a CV</span>
    </span>
  )
}

function lookOf({ stage, outcome }: Application): "new" | "plain" | "on" {
  if (stage === "new") return "new"
  return stage === "read" || (stage === "closed" && outcome !== "hired") ? "plain" : "on"
}
