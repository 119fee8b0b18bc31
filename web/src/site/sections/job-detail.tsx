import { ArrowLeft, Banknote, Briefcase, CalendarDays, House, MapPin } from "lucide-react"
import { plainText } from "@/lib/text"
import { applyPath, type Job } from "../data"
import { longDate } from "../date"
import { factsOf } from "../job-facts"
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
          {job.apply_form && (
            <p className="to-apply">
              <a className="btn btn-ink" href={applyPath(job.slug)}>
                {word("jobs_apply_button")}
              </a>
              <small>{word("jobs_apply_time")}</small>
            </p>
          )}
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
            {job.closes_on && (
              <>
                <dt>{word("jobs_closes")}</dt>
                <dd>
                  <time dateTime={job.closes_on}>{longDate(job.closes_on)}</time>
                </dd>
              </>
            )}
          </dl>
        </div>
        <div className="shelf" />
      </aside>
    </div>
  )
}

/** On a phone the way to the form is always within reach. */
export function ApplyBar({ job }: { job: Job }) {
  if (!job.apply_form) return null
  const facts = factsOf(job).filter(({ name }) => name === "salary_min" || name === "closes_on")
  const [first = job.title, second] = facts.map(({ text }) => text)
  return (
    <div className="stick to-apply">
      <p>
        <b>{first}</b>
        {second}
      </p>
      <a className="btn btn-ink" href={applyPath(job.slug)}>
        {word("jobs_apply_short")}
      </a>
    </div>
  )
}

export function BackToJobs() {
  return (
    <a className="back" href="/careers">
      <ArrowLeft className="ic" strokeWidth={1.75} /> {word("jobs_back")}
    </a>
  )
}

export function JobHead({ job }: { job: Job }) {
  return (
    <>
      <BackToJobs />
      <h1 className="d vt-title" tabIndex={-1}>
        {job.title}
      </h1>
      <JobFacts job={job} />
    </>
  )
}

function JobFacts({ job }: { job: Job }) {
  const facts = factsOf(job)
  if (facts.length === 0) return null
  return (
    <ul className="jmeta">
      {facts.map(({ name, text }) => {
        const Icon = ICONS[name]
        return (
          <li key={name}>
            <Icon className="ic" strokeWidth={1.75} /> {text}
          </li>
        )
      })}
    </ul>
  )
}

const ICONS = {
  location: MapPin,
  employment_type: Briefcase,
  workplace: House,
  salary_min: Banknote,
  closes_on: CalendarDays,
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
