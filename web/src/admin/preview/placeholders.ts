import type { JobValues } from "@/lib/documents.gen"
import { plainText } from "@/lib/text"

/** A job with words in the places that are still empty, so that its page can be judged before it is written. */
export const filledIn = (job: JobValues): JobValues => ({
  ...job,
  title: job.title.trim() || "Untitled role",
  location: job.location.trim() || "Location not set",
  about: orHtml(job.about, "The description appears here."),
  responsibilities: orItems(job.responsibilities, "Responsibilities appear here."),
  qualifications: orItems(job.qualifications, "Qualifications appear here."),
  preferred: orItems(job.preferred, "Preferred items appear here."),
  how_to_apply: orHtml(job.how_to_apply, "How to apply appears here."),
})

const orHtml = (html: string, words: string) => (plainText(html) ? html : `<p>${words}</p>`)

const orItems = (items: string[], words: string) =>
  items.some((item) => item.trim()) ? items : [words]
