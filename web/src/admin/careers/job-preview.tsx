import type { JobValues } from "@/lib/documents.gen"
import { plainText } from "@/lib/text"
import { RichView } from "@/ui/rich-view"

/** The job as the public would see it, with words in the places that are still empty. */
export function JobPreview({ job }: { job: JobValues }) {
  return (
    <article className="grid grid-cols-1 gap-7 wrap-anywhere">
      <header>
        <h3 className="display text-title">{job.title.trim() || "Untitled role"}</h3>
        <p className="mt-1.5 text-ink-3">{job.location.trim() || "Location not set"}</p>
      </header>
      <Part title="About the role">
        {plainText(job.about) ? (
          <RichView html={job.about} />
        ) : (
          <p className="text-ink-2">The description appears here.</p>
        )}
      </Part>
      <Items title="Responsibilities" items={job.responsibilities} />
      <Items title="Qualifications" items={job.qualifications} />
      <Items title="Preferred" items={job.preferred} />
      <Part title="How to apply">
        {plainText(job.how_to_apply) ? (
          <RichView html={job.how_to_apply} />
        ) : (
          <p className="text-ink-2">How to apply appears here.</p>
        )}
      </Part>
    </article>
  )
}

function Items({ title, items }: { title: string; items: string[] }) {
  const filled = items.map((item) => item.trim()).filter(Boolean)
  return (
    <Part title={title}>
      {filled.length > 0 ? (
        <ul className="list-disc pl-5 marker:text-edge">
          {filled.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts may repeat
            <li key={index} className="py-0.5">
              {item}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">
          {title === "Preferred" ? "Preferred items" : title} appear here.
        </p>
      )}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="border-t border-line pt-4">
      <h4 className="display mb-2 text-[18px]">{title}</h4>
      {children}
    </section>
  )
}
