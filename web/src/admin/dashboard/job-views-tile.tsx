import { type UseQueryResult, useQuery } from "@tanstack/react-query"
import { Link } from "wouter"
import { counted } from "@/lib/format"
import { applicationsByJob } from "./api"
import { Waiting } from "./tile"
import type { Report } from "./visit-report"

const MOST = 3

/** The jobs that were looked at most, and how many applied. */
export function JobViewsTile({ query }: { query: UseQueryResult<Report> }) {
  const { data: applied } = useQuery(applicationsByJob)
  return (
    <section className="card tile span-4">
      <div className="flex items-center justify-between font-medium">
        <h2>Jobs</h2>
        <Link href="/admin/applicants" className="font-normal text-ink-2 text-label hover:text-ink">
          Applicants
        </Link>
      </div>
      {query.data ? (
        <Views jobs={query.data.jobs.slice(0, MOST)} applied={applied} />
      ) : (
        <Waiting query={query} />
      )}
    </section>
  )
}

type Props = { jobs: Report["jobs"]; applied?: Map<number, number> }

function Views({ jobs, applied }: Props) {
  const most = jobs[0]?.views ?? 1
  if (jobs.length === 0)
    return <p className="mt-3.5 text-ink-2">No job has been looked at in this time.</p>
  return (
    <ul className="mt-4 grid gap-3.75" aria-label="Jobs">
      {jobs.map(({ id, title, views }) => (
        <li key={id} className="text-label">
          <p className="truncate" title={title}>
            {title}
          </p>
          <div className="mt-1.5 mb-1.25 h-2 rounded-pane bg-sunken" aria-hidden="true">
            <div
              className="h-full rounded-pane bg-edge"
              style={{ width: `${(views / most) * 100}%` }}
            />
          </div>
          <p className="text-ink-3 text-micro tabular-nums">
            {counted(views, "view")}
            {applied && `, ${counted(applied.get(id) ?? 0, "application")}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
