import type { SiteValues } from "./documents.gen"

/** What the preview shows: a page as it is stored, and what is not saved yet laid over it. */
export type Showing = {
  /** "/", "/about", "/careers", "/careers/{slug}", "/contact", "/404", "/{slug}", one of the pages below, CARD or LOOK. */
  path: string
  theme: "light" | "dark"
  identity?: Pick<SiteValues, "name" | "city" | "country" | "language" | "mark" | "theme">
  /** How large the photographs of the identity are, and what must stay in view, by address. */
  photos?: Record<string, Record<"w" | "h" | "x" | "y", number>>
  /** The rows of words: what differs from the pack. */
  words?: Record<string, string>
  /** Parts of the page by the name of their table. */
  content?: Record<string, unknown>
  /** The page is read anew when this is another. */
  stamp?: string
  /** Texts lead to their fields; how large the page is drawn, for what is drawn over it. */
  marks?: { scale: number }
  /** The field that has the focus, and what it is called. */
  focus?: { field: string; label: string }
  /** The documents of the screen beside it: the page opens where they are shown. */
  about?: string[]
  /** Fields that somebody else is in, with their names. */
  others?: { field: string; label: string }[]
  /** Words that are other than on the site are marked. */
  hasChanges?: boolean
}

/** The sharing card, which is a picture and no page. */
export const CARD = "/og.png"

/** A look in small: a name, a sentence and a drawing. */
export const LOOK = "/look"

/** A job, a page of the studio's own, or a letter, that may have no address yet. */
export const JOB = "/careers/_"
export const OWN = "/_"
export const LETTER = "/_letter"

/** Pages that a visitor comes to on the way, by what they are about: each is shown as it usually is. */
export const CLOSED = "/careers/_closed"
export const APPLY = "/careers/_apply"
export const APPLIED = "/careers/_applied"
export const LETTERS = "/_letters"
export const CONFIRM = "/_confirm"
export const CONFIRMED = "/_confirmed"
export const UNSUBSCRIBE = "/_unsubscribe"
export const UNSUBSCRIBED = "/_unsubscribed"

/** Where a page has a document under another name than that of its table: what it is about, and what the footer follows. */
export const SUBJECTS: Record<string, string> = {
  job: "job_listings",
  own_page: "pages",
  letter: "letters",
  reach: "contact_info",
}

export type Told = { to: "preview"; show: Showing }

export type Answer = { from: "preview" } & (
  | { says: "ready" }
  /** fits: no line of the page is wider than its window. */
  | { says: "shown"; path: string; fits: boolean }
  | { says: "failed"; path: string }
  /** Someone pressed what comes from this field. */
  | { says: "picked"; field: string }
)

export const isTold = (data: unknown): data is Told => Object(data).to === "preview"
export const isAnswer = (data: unknown): data is Answer => Object(data).from === "preview"

/** A field of a document: "hero//title", "company/12/name"; "#2" stands for the third row that visitors see, "@imprint" for the one with that address. */
export const fieldOf = (document: string, id: number | string, path: string) =>
  `${document}/${id}/${path}`

export function parseField(field: string) {
  const [document = "", id = "", path = ""] = field.split("/")
  return { document, id, path }
}
