import type { JobPosting, MonetaryAmount, QuantitativeValue } from "schema-dts"
import { escapeHtml } from "@/lib/html"
import { jobPlace, place } from "@/lib/place"
import { reachOf } from "@/lib/reach"
import { plainText } from "@/lib/text"
import type { Job, Shared } from "./data"
import { word } from "./words"

export function organization({ origin, site, footer_content, reach }: Shared) {
  const { email, location, social_links } = reachOf(footer_content, reach)
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: site.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: email || undefined,
    address: place(location)?.address,
    sameAs: social_links.map((link) => link.url).filter((url) => /^https?:/.test(url)),
  }
}

/** Nothing for a job whose place is not known, or that has no text: machines take a posting without either for a mistake. */
export function jobPosting(page: Shared, job: Job): JobPosting | undefined {
  const studio = reachOf(page.footer_content, page.reach).location
  const where = jobPlace(job.location, studio, job.workplace === "remote")
  const description = [
    job.about,
    section(word("jobs_responsibilities"), job.responsibilities),
    section(word("jobs_qualifications"), job.qualifications),
    section(word("jobs_preferred"), job.preferred),
    job.how_to_apply,
  ].join("")
  if (!where || !plainText(description)) return undefined
  return {
    "@type": "JobPosting",
    title: job.title,
    description,
    identifier: { "@type": "PropertyValue", name: page.site.name, value: job.slug },
    datePosted: job.created_at.slice(0, 10),
    url: `${page.origin}${page.path}`,
    hiringOrganization: {
      "@type": "Organization",
      name: page.site.name,
      sameAs: `${page.origin}/`,
      logo: `${page.origin}/icon-512.png`,
    },
    employmentType: EMPLOYMENT[job.employment_type],
    // The day ends where the job is.
    validThrough: job.closes_on ? `${job.closes_on}T23:59:59` : undefined,
    baseSalary: salary(job),
    directApply: job.apply_form || undefined,
    ...where,
  }
}

/** In the words of search engines. */
const EMPLOYMENT: Record<string, string> = {
  full_time: "FULL_TIME",
  part_time: "PART_TIME",
  contract: "CONTRACTOR",
  internship: "INTERN",
}

function salary({
  salary_min: from,
  salary_max: to,
  salary_currency,
  salary_period,
}: Job): MonetaryAmount | undefined {
  const one = from ?? to
  if (one === null) return undefined
  const isRange = from !== null && to !== null && from !== to
  const value: QuantitativeValue = {
    "@type": "QuantitativeValue",
    ...(isRange ? { minValue: from, maxValue: to } : { value: one }),
    unitText: salary_period.toUpperCase(),
  }
  return { "@type": "MonetaryAmount", currency: salary_currency, value }
}

function section(title: string, items: string[]): string {
  if (items.length === 0) return ""
  const list = items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")
  return `<p>${escapeHtml(title)}</p><ul>${list}</ul>`
}
