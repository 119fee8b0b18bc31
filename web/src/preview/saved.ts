import {
  APPLIED,
  APPLY,
  CLOSED,
  CONFIRM,
  CONFIRMED,
  JOB,
  LETTER,
  LETTERS,
  OWN,
  UNSUBSCRIBE,
  UNSUBSCRIBED,
} from "@/lib/preview"
import type { JobPage, LetterPage, OwnPage, PageData, ResultPage } from "@/site/data"

/** Pages of the site alone: an upload or an answer of the backend is never read as one. */
const PAGE = /^\/(?:careers\/)?[\w-]*$/

/** The state block; what it holds cannot end it, see internal/site/document.go. */
const STATE = /<script type="application\/json" id="state">([^<]*)<\/script>/

/** A page as it is stored, with the stylesheet of its colours and faces. */
export type Saved = { data: PageData; css: string }

/** What a job, a page or a letter that has no address yet starts from; the form has the other fields. */
const blank: Partial<JobPage["job"]> = {
  id: 0,
  slug: "",
  title: "",
  location: "",
  about: "",
  how_to_apply: "",
  responsibilities: [],
  qualifications: [],
  preferred: [],
  created_at: new Date().toISOString(),
  updated_at: "",
}
const job: JobPage = { page: "job", job: blank as JobPage["job"] }
const own: OwnPage = { page: "own", own_page: { title: "", body: "" } }
const letter: LetterPage = {
  page: "letter",
  letter: { subject: "", preheader: "", body: "", sent_at: new Date().toISOString() },
}

/** Where a link in a mail leads whoever has this address. */
const result = (form: ResultPage["form"]): ResultPage => ({
  page: "result",
  form,
  ok: true,
  message: "visitor@example.com",
})

/** Pages that cannot be read at an address of theirs; what stands around them is on every page. */
const MADE: Record<string, object> = {
  "/404": { page: "not-found", status: 404 },
  [JOB]: job,
  [CLOSED]: { page: "closed", job: blank },
  [APPLY]: { page: "apply", job: blank },
  [APPLIED]: { page: "apply", job: blank, received: true },
  [OWN]: own,
  [LETTER]: letter,
  [LETTERS]: { page: "letters", letters: [] },
  [CONFIRM]: result("confirm"),
  [CONFIRMED]: { ...result("confirmed"), last_letter: "/letters" },
  [UNSUBSCRIBE]: result("unsubscribe"),
  [UNSUBSCRIBED]: result("unsubscribed"),
}

/** The page as it is stored, out of the real one: it carries its content with it. */
export async function savedPage(path: string): Promise<Saved> {
  if (!PAGE.test(path)) throw new Error(`${path} is no page`)
  const made = MADE[path]
  if (made) {
    // Below a job that is closed stand those that are open.
    const around = await savedPage(path === CLOSED ? "/careers" : "/")
    return { ...around, data: { ...around.data, ...made, path } as PageData }
  }
  const response = await fetch(path, { headers: { Accept: "text/html" } })
  // Read as text: a parsed document would apply the page's own style, which our policy does not know.
  const state = STATE.exec(await response.text())?.[1]
  if (!state) throw new Error(`${path} has no content`)
  const data: PageData = JSON.parse(state)
  return { data, css: data.site.theme ? await textOf(data.site.theme.css) : "" }
}

async function textOf(path: string): Promise<string> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.text()
}
