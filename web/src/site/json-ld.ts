import type { Job, Shared } from "./data"
import { escapeHtml } from "./html"

export function organization({ origin, footer_content }: Shared) {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: "Vitrine",
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: footer_content.email,
    address: place(footer_content.location)?.address,
    sameAs: footer_content.social_links
      .map((link) => link.url)
      .filter((url) => /^https?:/.test(url)),
  }
}

export function jobPosting(page: Shared, job: Job) {
  const where = job.location || page.footer_content.location
  const isRemote = /\bremote\b/i.test(where)
  // "Delhi, India or remote" is both a place and a way of working; "Remote, India" names a country only.
  const site = place(where.replace(/\s*\b(or|and)\b\s*remote\b|\bremote\b\s*[,/]?\s*/gi, ""))
  const atHome = isRemote && !/^\s*\S.*\b(or|and)\s+remote\b/i.test(where)
  return {
    "@type": "JobPosting",
    title: job.title,
    description: [
      job.about,
      section("Responsibilities", job.responsibilities),
      section("Qualifications", job.qualifications),
      section("Preferred", job.preferred),
      job.how_to_apply,
    ].join(""),
    identifier: { "@type": "PropertyValue", name: "Vitrine", value: job.slug },
    datePosted: job.created_at.slice(0, 10),
    url: `${page.origin}${page.path}`,
    hiringOrganization: {
      "@type": "Organization",
      name: "Vitrine",
      sameAs: `${page.origin}/`,
      logo: `${page.origin}/icon-512.png`,
    },
    ...(atHome ? {} : { jobLocation: site }),
    ...(isRemote && {
      jobLocationType: "TELECOMMUTE",
      applicantLocationRequirements: {
        "@type": "Country",
        name: site?.address.addressCountry ?? page.footer_content.location.split(",").pop()?.trim(),
      },
    }),
  }
}

function place(text: string) {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) return undefined
  return {
    "@type": "Place",
    address: {
      "@type": "PostalAddress",
      addressLocality: names.length > 1 ? names[0] : undefined,
      addressRegion: names.length > 2 ? names[1] : undefined,
      addressCountry: names[names.length - 1],
    },
  }
}

function section(title: string, items: string[]): string {
  if (items.length === 0) return ""
  const list = items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")
  return `<p>${title}</p><ul>${list}</ul>`
}
