import { clear, keyOf } from "./apply-draft"
import type { Application } from "./data"
import { word } from "./words"

type Answer =
  | { ok: true; mailed: boolean }
  | { ok: false; message: string; errors: Partial<Application> }

/** A line on which nothing moves for so long is dead. */
const DEAD_MS = 60_000

/** Sends an application, and tells how much of it is there, from 0 to 1. */
export async function post(
  job: number,
  values: FormData,
  headers: Record<string, string>,
  told: (part: number) => void,
): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of values) {
    // Browsers send a file without a name where none was chosen.
    if (typeof value === "string" || value.name) body.append(name, value)
  }
  body.set("key", keyOf(job))
  const answer = judge(await request(body, headers, told))
  if (answer.ok) clear(job)
  return answer
}

// Not fetch: it does not tell how much it has sent.
const request = (body: FormData, headers: Record<string, string>, told: (part: number) => void) =>
  new Promise<XMLHttpRequest>((done) => {
    const request = new XMLHttpRequest()
    let alive: ReturnType<typeof setTimeout>
    const watch = () => {
      clearTimeout(alive)
      alive = setTimeout(() => request.abort(), DEAD_MS)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      watch()
      told(loaded / total)
    }
    request.onloadend = () => {
      clearTimeout(alive)
      done(request)
    }
    request.open("POST", "/functions/v1/submit-application")
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    watch()
    request.send(body)
  })

type Said = {
  mailed?: boolean
  /** Mails go to somebody else. */
  testMode?: boolean
  /** What is wrong by field, or with the job itself. */
  fields?: Partial<Application> & { job?: string }
}

function judge({ status, responseText }: XMLHttpRequest): Answer {
  let said: Said = {}
  try {
    said = JSON.parse(responseText)
  } catch {
    // No answer came, or one of something in between.
  }
  if (status === 200) return { ok: true, mailed: said.mailed === true && !said.testMode }
  const { job, ...errors } = said.fields ?? {}
  return { ok: false, message: job ?? (said.fields ? "" : word("apply_failed")), errors }
}
