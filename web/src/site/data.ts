import type { SizedPhoto } from "@/identity/families/photographs"
import type { Art, Frame } from "@/identity/identity"
import type { AboutParts, ContactParts, HomeParts, JobListing, Page, SharedParts } from "./data.gen"
import type { WordKey } from "./words.gen"

export type * from "./data.gen"

/**
 * The content of one page, as the Go side sends it to render() and as it
 * travels to the browser in the state block. Rows carry the names of their
 * tables and columns; child rows are lists inside their parent.
 */
export type PageData = Shared &
  (HomePage | AboutPage | CareersPage | JobPage | ContactPage | OwnPage | NotFoundPage | ResultPage)

/** Whose site it is. What a fresh site has too is left out, so that pages stay small. */
export type SiteIdentity = {
  name: string
  city?: string
  country?: string
  /** Of the page's text; English when absent. */
  language?: string
  /** The sentences that are not those of a fresh site. */
  words?: Partial<Record<WordKey, string>>
  /** The sign as markup, where it is not that of a fresh site. */
  mark?: string
  /** The shape of the sign's frame, which the drawings take up. */
  frame?: Frame
  /** What stands in the windows, where it is not what a fresh site shows. */
  art?: { family: Art; seed: number | null; photos: SizedPhoto[] }
  /** The stylesheet of its colours and faces, and what a browser should know before it has it. */
  theme?: { css: string; fonts: string[]; light: string; dark: string }
  head?: {
    title?: string
    description?: string
    keywords?: string
    image?: string
    robots?: string
  }
}

/** What search engines and shared links show of this page instead of the usual. */
export type OwnHead = { title: string; description: string; image_url: string; noindex: boolean }

export type Shared = SharedParts & {
  site: SiteIdentity
  page_head?: OwnHead
  /** The path of the page, such as /careers. */
  path: string
  /** The origin of canonical links, without a slash at the end. */
  origin: string
  /** The HTTP status of the answer. */
  status: number
  /** The current year, from the server: both sides must print the same. */
  year: number
  /** The publishable key that calls to the backend carry. */
  key: string
  /** The stylesheet of everything below the fold. */
  css: string
  /** What pages with a look of their own need of styles below the first view. */
  themed_css: string
  /** The tables whose read failed while the page was made. */
  failed: string[]
}

export type HomePage = HomeParts & { page: "home" }

export type AboutPage = AboutParts & { page: "about" }

export type CareersPage = {
  page: "careers"
  job_listings: JobCard[]
  /** Cards with marks for texts, which the server fills in for each job of a long list; never in a browser. */
  cards?: JobCard[]
}

export type JobPage = { page: "job"; job: Job }

export type ContactPage = ContactParts & {
  page: "contact"
  /** What a visitor without JavaScript sent and must correct, and why. */
  form?: ReturnedForm
}

export type ReturnedForm = {
  values: ContactMessage
  /** What is wrong with a field. */
  errors: Partial<ContactMessage>
  /** What is wrong otherwise. */
  message: string
}

/** A page that the studio wrote. */
export type OwnPage = { page: "own"; own_page: Pick<Page, "title" | "body"> }

export type NotFoundPage = { page: "not-found" }

/** The answer to a form that was sent without JavaScript. */
export type ResultPage = {
  page: "result"
  form: "contact" | "newsletter"
  ok: boolean
  message: string
}

export type ContactMessage = { name: string; email: string; subject: string; message: string }

/** A job in the list: what the card shows and no more, so that a long list stays light. */
export type JobCard = Pick<JobListing, "id" | "slug" | "title" | "location"> & {
  /** Plain text, shortened. */
  about: string
  /** The first two. */
  responsibilities: string[]
  /** How many responsibilities there are beyond those two. */
  more: number
}

export type Job = JobListing

export const jobPath = (slug: string) => `/careers/${slug}`
