import { escapeHtml } from "@/lib/html"
import { jobPlace, place } from "@/lib/place"
import { plainText } from "@/lib/text"
import type { Job, Shared } from "./data"
import { word } from "./words"

export function organization({ origin, site, footer_content }: Shared) {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: site.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: footer_content.email || undefined,
    address: place(footer_content.location)?.address,
    sameAs: footer_content.social_links
      .map((link) => link.url)
      .filter((url) => /^https?:/.test(url)),
  }
}

/** Nothing for a job whose place is not known, or that has no text: machines take a posting without either for a mistake. */
export function jobPosting(page: Shared, job: Job): object | undefined {
  const where = jobPlace(job.location, page.footer_content.location)
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
    ...where,
  }
}

function section(title: string, items: string[]): string {
  if (items.length === 0) return ""
  const list = items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")
  return `<p>${escapeHtml(title)}</p><ul>${list}</ul>`
}
