import { ArrowLeft, MapPin } from "lucide-react"
import { plainText } from "@/lib/text"
import type { Job } from "../data"
import { longDate } from "../date"
import { word } from "../words"
import { Rich } from "./rich"

export function JobDetail({ job }: { job: Job }) {
  const howTo = plainText(job.how_to_apply)
  return (
    <div className="jd">
      <div>
        {plainText(job.about) && (
          <section>
            <h2 className="d">{word("jobs_about")}</h2>
            <Rich html={job.about} />
          </section>
        )}
        <Items title={word("jobs_responsibilities")} items={job.responsibilities} />
        <Items title={word("jobs_qualifications")} items={job.qualifications} />
        <Items title={word("jobs_preferred")} items={job.preferred} />
      </div>
      <aside className="apply" aria-labelledby="apply-title">
        <div>
          <h2 className="d" id="apply-title">
            {word(howTo ? "jobs_apply" : "jobs_glance")}
          </h2>
          {howTo && <Rich html={job.how_to_apply} />}
          <dl>
            {job.location && (
              <>
                <dt>{word("jobs_location")}</dt>
                <dd>{job.location}</dd>
              </>
            )}
            <dt>{word("jobs_posted")}</dt>
            <dd>
              <time dateTime={job.created_at}>{longDate(job.created_at)}</time>
            </dd>
          </dl>
        </div>
        <div className="shelf" />
      </aside>
    </div>
  )
}

export function JobHead({ job }: { job: Job }) {
  return (
    <>
      <a className="back" href="/careers">
        <ArrowLeft className="ic" strokeWidth={1.75} /> {word("jobs_back")}
      </a>
      <h1 className="d vt-title" tabIndex={-1}>
        {job.title}
      </h1>
      {job.location && (
        <p className="jloc">
          <MapPin className="ic" strokeWidth={1.75} /> {job.location}
        </p>
      )}
    </>
  )
}

function Items({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null
  return (
    <section>
      <h2 className="d">{title}</h2>
      <ul>
        {items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts may repeat
          <li key={i}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
