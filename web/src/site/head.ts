import { escapeHtml, scriptJson } from "@/lib/html"
import { plainText } from "@/lib/text"
import { copy, head } from "./copy"
import type { PageData } from "./data"
import { jobPosting, organization } from "./json-ld"

const NAME = "Vitrine"

export function pageTitle(data: PageData): string {
  switch (data.page) {
    case "home":
      return head.title
    case "about":
      return `About Us | ${NAME}`
    case "careers":
      return `Careers | ${NAME}`
    case "job":
      return `${data.job.title} | ${NAME}`
    case "contact":
      return `Contact | ${NAME}`
    case "result":
      return `${data.form === "contact" ? "Contact" : "Newsletter"} | ${NAME}`
    case "not-found":
      return `Page not found | ${NAME}`
  }
}

function description(data: PageData): string {
  switch (data.page) {
    case "about":
      return shorten(plainText(data.about_content.intro_text)) || head.description
    case "careers":
      return copy.careers_lead
    case "job":
      return shorten(plainText(data.job.about)) || copy.careers_lead
    case "contact":
      return shorten(data.contact_info.description) || head.description
    default:
      return head.description
  }
}

/** Search results cut at about this length; we cut at a word, and never inside a character. */
function shorten(text: string): string {
  const characters = [...text]
  if (characters.length <= 160) return text
  const cut = characters.slice(0, 157).join("")
  return `${cut.replace(/\s+\S*$/, "").replace(/[\s.,;:!?\u2026-]+$/, "")}...`
}

/** The tags that tell machines what the page is. */
export function headTags(data: PageData): string {
  const title = pageTitle(data)
  const about = description(data)
  const indexed = data.status === 200 && data.page !== "result"
  const url = data.origin + data.path
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", about),
    meta("name", "keywords", head.keywords),
    meta("name", "robots", indexed ? head.robots : "noindex"),
    meta("property", "og:site_name", NAME),
    meta("property", "og:type", data.page === "job" ? "article" : "website"),
    meta("property", "og:title", title),
    meta("property", "og:description", about),
    meta("property", "og:image", data.origin + head.image),
    meta("property", "og:image:width", String(head.image_width)),
    meta("property", "og:image:height", String(head.image_height)),
    meta("property", "og:image:alt", head.title),
    meta("name", "twitter:card", "summary_large_image"),
  ]
  if (indexed) {
    tags.push(
      `<link rel="canonical" href="${escapeHtml(url)}">`,
      meta("property", "og:url", url),
      jsonLd(organization(data)),
    )
    const posting = data.page === "job" && jobPosting(data, data.job)
    if (posting) tags.push(jsonLd(posting))
  }
  return tags.join("")
}

const meta = (kind: "name" | "property", key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escapeHtml(content)}">`

const jsonLd = (thing: object) =>
  `<script type="application/ld+json">${scriptJson({ "@context": "https://schema.org", ...thing })}</script>`
