import { Drawing } from "@/ui/art/drawing"
import { art } from "../art"
import type { CareersPage, JobPage } from "../data"
import { Stopped } from "../sections/headline"
import { JobDetail, JobHead } from "../sections/job-detail"
import { JobList, JobListSkeleton } from "../sections/job-list"
import { word } from "../words"
import type { Parts } from "./parts"

export const careers = (data: CareersPage, failed: boolean, moving?: string): Parts => ({
  above: <Head titles={data.job_listings.map((job) => job.title)} />,
  below: (
    <div className="wrap">
      {data.job_listings.length > 0 ? (
        <JobList jobs={data.job_listings} moving={moving} />
      ) : failed ? (
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

export const careersLoading = (): Parts => ({
  above: <Head titles={[]} />,
  below: (
    <div className="wrap">
      <JobListSkeleton />
    </div>
  ),
})

export const job = (data: JobPage): Parts => ({
  above: null,
  below: (
    <div className="page wrap jd-head">
      <JobHead job={data.job} />
      <JobDetail job={data.job} />
    </div>
  ),
})

function Head({ titles }: { titles: string[] }) {
  return (
    <div className="page wrap car-head">
      <div>
        <h1 className="d" tabIndex={-1}>
          <Stopped text={word("careers_title")} />
        </h1>
        <p className="lead">{word("careers_lead")}</p>
      </div>
      {titles.length > 0 && (
        <div className="car-art" aria-hidden="true">
          <Drawing
            scene={() => art().roles(titles)}
            of={titles.slice(0, 6).join("\n")}
            fit="xMaxYMax meet"
          />
          <div className="shelf" />
        </div>
      )}
    </div>
  )
}
