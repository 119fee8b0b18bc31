import { type JobCard, jobPath } from "../data"
import { pillsOf } from "../job-facts"
import { word } from "../words"

export function JobList({ jobs }: { jobs: JobCard[] }) {
  return (
    <ul className="jobs">
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  )
}

export function JobRow({ job }: { job: JobCard }) {
  return (
    <li className="job">
      <div>
        <h2 className="d">
          <span className="dotm" />
          <a href={jobPath(job.slug)}>{job.title}</a>
        </h2>
        {job.location && (
          <p className="loc">
            <Icon id="i-pin" /> {job.location}
          </p>
        )}
        <Facts job={job} />
      </div>
      <div>
        {job.about && <p className="ab">{job.about}</p>}
        {job.responsibilities.length > 0 && (
          <ul>
            {job.responsibilities.map((text, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the texts may repeat
              <li key={i}>{text}</li>
            ))}
          </ul>
        )}
        {job.more > 0 && <p className="more">{word("jobs_more", { n: job.more })}</p>}
      </div>
      <span className="arr">
        <Icon id="i-arrow" />
      </span>
    </li>
  )
}

function Facts({ job }: { job: JobCard }) {
  const facts = pillsOf(job)
  if (facts.length === 0) return null
  return (
    <ul className="jf">
      {facts.map(({ name, text }) => (
        <li key={name}>{text}</li>
      ))}
    </ul>
  )
}

// By name and not as a component with its lines: a list of a thousand roles must still render in a moment.
function Icon({ id }: { id: string }) {
  return (
    <svg className="ic" aria-hidden="true">
      <use href={`#${id}`} />
    </svg>
  )
}
