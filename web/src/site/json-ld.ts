import { escapeHtml } from "@/lib/html"
import { jobPlace, place } from "@/lib/place"
import { plainText } from "@/lib/text"
import type { Job, Shared } from "./data"

export function organization({ origin, footer_content }: Shared) {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: "Vitrine",
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
    section("Responsibilities", job.responsibilities),
    section("Qualifications", job.qualifications),
    section("Preferred", job.preferred),
    job.how_to_apply,
  ].join("")
  if (!where || !plainText(description)) return undefined
  return {
    "@type": "JobPosting",
    title: job.title,
    description,
    identifier: { "@type": "PropertyValue", name: "Vitrine", value: job.slug },
    datePosted: job.created_at.slice(0, 10),
    url: `${page.origin}${page.path}`,
    hiringOrganization: {
      "@type": "Organization",
      name: "Vitrine",
      sameAs: `${page.origin}/`,
      logo: `${page.origin}/icon-512.png`,
    },
    ...where,
  }
}

function section(title: string, items: string[]): string {
  if (items.length === 0) return ""
  const list = items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")
  return `<p>${title}</p><ul>${list}</ul>`
}
