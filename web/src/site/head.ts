import { escapeHtml, scriptJson } from "@/lib/html"
import { plainText, shortened } from "@/lib/text"
import type { PageData, SiteIdentity } from "./data"
import { jobPosting, organization } from "./json-ld"
import { shared } from "./sizes"
import { word } from "./words"

export const pageTitle = (data: PageData) => data.page_head?.title || usualTitle(data)

function usualTitle(data: PageData): string {
  switch (data.page) {
    case "home":
      return siteTitle(data)
    case "about":
      return word("head_about")
    case "careers":
      return word("head_careers")
    case "job":
    case "closed":
      return word("head_job", { job: data.job.title })
    case "apply":
      return word("head_job", { job: `${word("jobs_apply_short")}: ${data.job.title}` })
    case "own":
      return word("head_job", { job: data.own_page.title })
    case "letters":
      return word("head_job", { job: word("letters_title") })
    case "letter":
      return word("head_job", { job: data.letter.subject })
    case "contact":
      return word("head_contact")
    case "result":
      return word(data.form === "contact" ? "head_contact" : "head_newsletter")
    case "not-found":
      return word("head_not_found")
  }
}

const siteTitle = ({ site }: PageData) => site.head?.title || word("head_title")

const siteDescription = ({ site }: PageData) => site.head?.description || word("head_description")

function description(data: PageData): string {
  switch (data.page) {
    case "about":
      return shortened(plainText(data.about_content.intro_text)) || siteDescription(data)
    case "careers":
    case "closed":
    case "apply":
      return word("careers_lead")
    case "job":
      return shortened(plainText(data.job.about)) || word("careers_lead")
    case "own":
      return shortened(plainText(data.own_page.body)) || siteDescription(data)
    case "letter":
      return (
        data.letter.preheader || shortened(plainText(data.letter.body)) || siteDescription(data)
      )
    case "contact":
      return shortened(data.contact_info.description) || siteDescription(data)
    default:
      return siteDescription(data)
  }
}

/** The sharing card that the server draws. */
const CARD = { path: "/og.png", width: 1200, height: 630 }

/** Who reads about jobs wants to hear of jobs. */
const FEEDS: Partial<Record<PageData["page"], string>> = {
  careers: "/careers/feed.xml",
  job: "/careers/feed.xml",
  closed: "/careers/feed.xml",
}

const absolute = (origin: string, address: string) =>
  address.startsWith("/") ? origin + address : address

/** The tags that tell machines what the page is. */
export function headTags(data: PageData): string {
  const { site, page_head: own } = data
  const title = pageTitle(data)
  const about = own?.description || description(data)
  const indexed =
    data.status === 200 && data.page !== "result" && data.page !== "apply" && !own?.noindex
  const url = data.origin + data.path
  const card = data.page === "job" ? data.card : undefined
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", about),
    meta("name", "keywords", site.head?.keywords || word("head_keywords")),
    meta("name", "robots", indexed ? site.head?.robots || "index, follow" : "noindex"),
    meta("property", "og:site_name", site.name),
    meta("property", "og:type", data.page === "job" ? "article" : "website"),
    meta("property", "og:title", title),
    meta("property", "og:description", about),
    meta(
      "property",
      "og:image",
      absolute(
        data.origin,
        shared(own?.image_url || card || site.head?.image || CARD.path, data.pictures),
      ),
    ),
    meta("property", "og:image:width", String(CARD.width)),
    meta("property", "og:image:height", String(CARD.height)),
    meta("property", "og:image:alt", siteTitle(data)),
    meta("name", "twitter:card", "summary_large_image"),
    `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(word("feed_title"))}" href="${FEEDS[data.page] ?? "/feed.xml"}">`,
  ]
  if (site.theme) tags.push(...themeTags(site.theme))
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

/** The stylesheet blocks the first paint: there is no flash of other colours. */
const themeTags = ({ css, fonts, light, dark }: NonNullable<SiteIdentity["theme"]>) => [
  ...fonts.map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  ),
  `<link rel="stylesheet" href="${css}">`,
  `<meta name="theme-color" content="${light}" media="(prefers-color-scheme: light)">`,
  `<meta name="theme-color" content="${dark}" media="(prefers-color-scheme: dark)">`,
]

const meta = (kind: "name" | "property", key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escapeHtml(content)}">`

const jsonLd = (thing: object) =>
  `<script type="application/ld+json">${scriptJson({ "@context": "https://schema.org", ...thing })}</script>`
