import type { UseQueryResult } from "@tanstack/react-query"
import { number } from "@/lib/format"
import { Waiting } from "./tile"
import type { Report } from "./visit-report"

type Row = { name: string; visits: number }

type Props = {
  title: string
  empty: string
  query: UseQueryResult<Report>
  rows: (report: Report) => Row[]
}

/** What was visited most, or led here most, each with a bar as long as its share of the first. */
export function MostTile({ title, empty, query, rows }: Props) {
  return (
    <section className="card tile span-4">
      <h2 className="font-medium">{title}</h2>
      {query.data ? (
        <Bars list={rows(query.data)} empty={empty} label={title} />
      ) : (
        <Waiting query={query} />
      )}
    </section>
  )
}

function Bars({ list, empty, label }: { list: Row[]; empty: string; label: string }) {
  const most = list[0]?.visits ?? 1
  if (list.length === 0) return <p className="mt-3.5 text-ink-2">{empty}</p>
  return (
    <ul className="mt-3.5 grid gap-0.5" aria-label={label}>
      {list.map(({ name, visits }) => (
        <li key={name} className="relative flex justify-between gap-3 px-2.5 py-1.75 text-label">
          <span
            aria-hidden="true"
            className="absolute inset-y-px left-0 rounded-pane bg-edge-soft"
            style={{ width: `${(visits / most) * 100}%` }}
          />
          <span className="relative truncate" title={name}>
            {name}
          </span>
          <span className="relative font-medium tabular-nums">{number(visits)}</span>
        </li>
      ))}
    </ul>
  )
}
