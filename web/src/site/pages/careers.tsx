import { Drawing } from "@/ui/art/drawing"
import { art } from "../art"
import type { CareersPage, ClosedPage, JobPage } from "../data"
import { longDate } from "../date"
import { Stopped } from "../sections/headline"
import { ApplyBar, BackToJobs, JobDetail, JobHead } from "../sections/job-detail"
import { JobList } from "../sections/job-list"
import { JobSearch } from "../sections/job-search"
import { word } from "../words"
import type { Parts } from "./page-parts"

export const careers = (data: CareersPage, failed: boolean): Parts => ({
  above: <Head titles={data.job_listings.map((job) => job.title)} />,
  below: (
    <div className="wrap">
      {data.filters && <JobSearch filters={data.filters} shown={data.job_listings.length} />}
      {data.job_listings.length > 0 ? (
        <JobList jobs={data.job_listings} />
      ) : data.filters && !failed ? null : failed ? (
        <div className="jobs none">
          <a className="btn btn-line" href="/careers">
            {word("try_again")}
          </a>
        </div>
      ) : (
        <div className="jobs none">
          <h2 className="d">
            <Stopped text={word("careers_empty_title")} />
          </h2>
          <p>{word("careers_empty_text")}</p>
        </div>
      )}
    </div>
  ),
})

export const job = (data: JobPage): Parts => ({
  above: null,
  below: (
    <div className="page wrap jd-head">
      <JobHead job={data.job} />
      <JobDetail job={data.job} />
      <ApplyBar job={data.job} />
    </div>
  ),
})

export const closed = ({ job, job_listings: open }: ClosedPage): Parts => ({
  above: null,
  below: (
    <div className="page wrap jd-head">
      <BackToJobs />
      <div className="closed">
        <div>
          <h1 className="d" tabIndex={-1}>
            {job.title}
          </h1>
          <p className="cl-n">
            <i />
            <b>{word("jobs_closed")}</b>
          </p>
          <p className="cl-p">{closedText(job.closes_on, open.length > 0)}</p>
        </div>
        {open.length > 0 && <RolesArt titles={open.map(({ title }) => title)} />}
      </div>
      {open.length > 0 && (
        <>
          <h2 className="d cl-h">{word("jobs_open_now")}</h2>
          <JobList jobs={open} />
        </>
      )}
    </div>
  ),
})

function closedText(day: string | undefined, hasOpen: boolean): string {
  if (day) return word("jobs_closed_on", { date: longDate(day) })
  return word(hasOpen ? "jobs_closed_text" : "jobs_closed_none")
}

function RolesArt({ titles }: { titles: string[] }) {
  return (
    <div className="car-art" aria-hidden="true">
      <Drawing
        scene={() => art().roles(titles)}
        of={titles.slice(0, 6).join("\n")}
        fit="xMaxYMax meet"
      />
      <div className="shelf" />
    </div>
  )
}

function Head({ titles }: { titles: string[] }) {
  return (
    <div className="page wrap car-head">
      <div>
        <h1 className="d" tabIndex={-1}>
          <Stopped text={word("careers_title")} />
        </h1>
        <p className="lead">{word("careers_lead")}</p>
      </div>
      {titles.length > 0 && <RolesArt titles={titles} />}
    </div>
  )
}
