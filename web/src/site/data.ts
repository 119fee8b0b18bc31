import type { SizedPhoto } from "@/identity/families/photographs"
import type { Art, Drawn, Frame } from "@/identity/identity"
import type { Reach } from "@/lib/reach"
import type { AboutParts, ContactParts, HomeParts, JobListing, Page, SharedParts } from "./data.gen"
import type { Pictures } from "./sizes"
import type { WordKey } from "./words.gen"

export type * from "./data.gen"

/**
 * The content of one page, as the Go side sends it to render() and as it
 * travels to the browser in the state block. Rows carry the names of their
 * tables and columns; child rows are lists inside their parent.
 */
export type PageData = Shared &
  (
    | HomePage
    | AboutPage
    | CareersPage
    | JobPage
    | ClosedPage
    | ApplyPage
    | ContactPage
    | OwnPage
    | LettersPage
    | LetterPage
    | NotFoundPage
    | ResultPage
  )

/** Whose site it is. What a fresh site has too is left out, so that pages stay small. */
export type SiteIdentity = {
  name: string
  city?: string
  country?: string
  /** Of the page's text; English when absent. */
  language?: string
  /** Whether a new subscriber confirms the address by mail. */
  asks?: boolean
  /** How long applications are kept, where it is not the usual time. */
  keeps?: { after: string; keep: string }
  /** The sentences that are not those of a fresh site. */
  words?: Partial<Record<WordKey, string>>
  /** Whether its icons are made from an upload. */
  icon?: boolean
  /** The sign as markup, where it is not that of a fresh site. */
  mark?: string
  /** The shape of the sign's frame, which the drawings take up. */
  frame?: Frame
  /** What stands in the windows, where it is not what a fresh site shows. */
  art?: { family: Art; seed: number | null; photos: SizedPhoto[]; fallback?: Drawn }
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
type OwnHead = { title: string; description: string; image_url: string; noindex: boolean }

export type Shared = SharedParts & {
  site: SiteIdentity
  page_head?: OwnHead
  /** What Contact says, which the footer follows; reachOf is what is shown. */
  reach: Reach
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
  /** The pictures of the library that it shows; left out where it shows none. */
  pictures?: Pictures
  /** The tables whose read failed while the page was made. */
  failed: string[]
}

export type HomePage = HomeParts & { page: "home" }

export type AboutPage = AboutParts & { page: "about" }

export type CareersPage = {
  page: "careers"
  job_listings: JobCard[]
  /** There where the list is long enough to be searched. */
  filters?: JobFilters
  /** Cards with marks for texts, which the server fills in for each job of a long list; never in a browser. */
  cards?: JobCard[]
  /** What the jobs of a long list pay, to be said in words; never in a browser. */
  salaries?: Partial<JobListing>[]
}

export type JobFilters = {
  chosen: { q: string; place: string; workplace: string; type: string }
  total: number
  places: string[]
  workplaces: string[]
  types: string[]
}

export type JobPage = {
  page: "job"
  job: Job /** What a shared link to it shows. */
  card?: string
}

/** A job that takes no applications any more, and some that do. */
export type ClosedPage = {
  page: "closed"
  job: { title: string /** Where it closed by its date. */; closes_on?: string }
  job_listings: JobCard[]
}

/** The form with which one applies for a job. */
export type ApplyPage = {
  page: "apply"
  job: Pick<Job, "id" | "slug" | "title" | "location" | "closes_on" | "how_to_apply">
  /** Whether an application was sent, without JavaScript. */
  received?: boolean
  /** Whether the site sends no mail, so that nobody is promised one. */
  no_mail?: boolean
  /** What a visitor without JavaScript sent and must correct, and why. */
  form?: ReturnedForm<Application>
}

/** What the form holds as text. A box that is ticked says "yes"; a file is its name. */
export type Application = Record<
  "name" | "email" | "cv" | "note" | "links" | "consent" | "keep",
  string
>

export type ContactPage = ContactParts & {
  page: "contact"
  /** What a visitor without JavaScript sent and must correct, and why. */
  form?: ReturnedForm
}

export type ReturnedForm<Values = ContactMessage> = {
  values: Values
  /** What is wrong with a field. */
  errors: Partial<Values>
  /** What is wrong otherwise. */
  message: string
}

/** A page that the studio wrote. */
export type OwnPage = { page: "own"; own_page: Pick<Page, "title" | "body"> }

type NotFoundPage = { page: "not-found" }

/** A letter that was sent, for those who read it on the web. */
export type LetterPage = {
  page: "letter"
  letter: { subject: string; preheader: string; body: string; sent_at: string }
}

/** All of them, newest first. */
export type LettersPage = {
  page: "letters"
  letters: ({ slug: string } & Omit<LetterPage["letter"], "body">)[]
}

/** The answer to a form that was sent without JavaScript, and where the links in mails lead. */
export type ResultPage = {
  page: "result"
  form:
    | "contact"
    | "newsletter"
    | "confirm"
    | "confirmed"
    | "unsubscribe"
    | "unsubscribed"
    | "erased"
    | "link"
  ok: boolean
  /** What is said; the address, where a link in a mail led here. */
  message: string
  /** Where the last letter that visitors may read is. */
  last_letter?: string | null
}

export type ContactMessage = { name: string; email: string; subject: string; message: string }

/** A job in the list: what the card shows and no more, so that a long list stays light. */
export type JobCard = Pick<JobListing, "id" | "slug" | "title" | "location"> &
  Partial<
    Pick<
      JobListing,
      | "employment_type"
      | "workplace"
      | "salary_min"
      | "salary_max"
      | "salary_currency"
      | "salary_period"
    >
  > & {
    /** What it pays in words, where that was said already. */
    salary?: string
    /** Plain text, shortened. */
    about: string
    /** The first two. */
    responsibilities: string[]
    /** How many responsibilities there are beyond those two. */
    more: number
  }

export type Job = JobListing

export const LETTERS = "/letters"

export const letterPath = (slug: string) => `${LETTERS}/${slug}`

export const jobPath = (slug: string) => `/careers/${slug}`

export const applyPath = (slug: string) => `${jobPath(slug)}/apply`
