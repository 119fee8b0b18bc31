import { painted } from "@/lib/painted"
import { APPLY_FIELDS, APPLY_LIMITS, type ApplyField } from "./apply"
import { clear, read, write } from "./apply-draft"
import { post } from "./apply-post"
import { senderProblems, tooLong } from "./contact"
import type { Application } from "./data"
import { formHeaders, LEAST_MS } from "./form-token"
import { trapped } from "./layout/honeypot"
import { language, word } from "./words"

export type Received = { email: string; mailed: boolean }

/** What the form shows beside what is typed in it. */
export type State = {
  /** What is wrong with a field; others stay as they were. */
  errors: Partial<Application>
  /** What is wrong otherwise. */
  message?: string
  /** The file that was chosen, with its size in words. */
  cv?: { name: string; size: string }
  /** How much was sent, from 0 to 1, while it is. */
  sent?: number
}

export type Acts = ReturnType<typeof applying>

type Applying = {
  form: HTMLFormElement
  job: number
  apiKey: string
  change: (part: Partial<State>) => void
  onReceived: (received: Received) => void
}

/** What the form of a job does. */
export function applying({ form, job, apiKey, change, onReceived }: Applying) {
  let isSending = false
  const field = (name: ApplyField) => form.elements.namedItem(name) as HTMLInputElement
  const file = () => field("cv").files?.[0]
  const typed = () =>
    Object.fromEntries(
      Object.keys(APPLY_LIMITS).map((name) => [name, field(name as ApplyField).value]),
    )

  /** Keeps what is typed, for whoever closes the page and comes back. */
  function keep() {
    const draft = { typed: typed(), cv: file()?.name ?? "" }
    if (draft.cv || Object.values(draft.typed).some(Boolean)) write(job, draft)
    else clear(job)
  }

  /** Puts what was typed before into fields that are empty, and names the file that has to be chosen again. */
  function restore() {
    const draft = read(job)
    const isEarly = Object.keys(APPLY_LIMITS).some((name) => isTyped(field(name as ApplyField)))
    for (const [name, text] of Object.entries(draft?.typed ?? {}))
      field(name as ApplyField).value ||= text
    if (isEarly) write(job, { typed: typed() }) // nobody heard it
    if (file())
      choose() // before this was here
    else if (draft?.cv) change({ errors: { cv: word("apply_cv_again", { file: draft.cv }) } })
  }

  async function choose() {
    const chosen = file()
    if (!chosen) return change({ cv: undefined })
    const cv = await refusal(chosen)
    if (cv) field("cv").value = ""
    change({ cv: cv ? undefined : shown(chosen), errors: { cv } })
    keep()
  }

  function drop(dropped: File) {
    if (isSending) return
    const one = new DataTransfer()
    one.items.add(dropped)
    field("cv").files = one.files
    choose()
  }

  function remove() {
    field("cv").value = ""
    change({ cv: undefined })
    field("cv").focus()
    keep()
  }

  /** Says what is wrong beside the fields, goes to the first of them, and tells whether there is one. */
  function tell(errors: Partial<Application>): boolean {
    change({ errors: Object.fromEntries(APPLY_FIELDS.map((name) => [name, errors[name]])) })
    const first = APPLY_FIELDS.find((name) => errors[name])
    if (first) field(first).focus()
    return first !== undefined
  }

  async function submit() {
    if (isSending) return
    isSending = true
    await painted()
    const values = new FormData(form)
    change({ message: undefined })
    isSending = !tell(problems(values))
    if (!isSending) return
    const cv = file()
    const tick = (sent: number) => change({ sent, cv: cv && shown(cv, sent) })
    tick(0)
    const headers = await formHeaders(trapped(values), LEAST_MS.apply)
    const answer = await post(job, values, { apikey: apiKey, ...headers }, tick)
    isSending = false
    change({ sent: undefined, cv: cv && shown(cv) })
    if (answer.ok) return onReceived({ email: textOf(values, "email"), mailed: answer.mailed })
    change({ message: answer.message })
    if (answer.errors.cv) remove()
    tell(answer.errors)
  }

  return { restore, keep, choose, drop, remove, submit }
}

const textOf = (values: FormData, name: ApplyField) => String(values.get(name) ?? "").trim()

/** Whether somebody typed in it, and not the server. */
const isTyped = ({ value, defaultValue }: HTMLInputElement) => value !== defaultValue

/** What is wrong with each field; the file is judged when it is chosen. */
function problems(values: FormData): Partial<Application> {
  const all = APPLY_FIELDS.map((name) => [name, textOf(values, name)])
  const application = Object.fromEntries(all) as Application
  return {
    ...senderProblems(application),
    ...tooLong(application, APPLY_LIMITS),
    ...(application.consent ? {} : { consent: word("apply_need_consent") }),
  }
}

const MB = 1 << 20
const MOST_BYTES = 10 * MB
const MARK = "%PDF-"

/** Why a file is no CV that the server takes; nothing when it may be one. */
async function refusal(file: File): Promise<string> {
  if (file.size > MOST_BYTES) return word("apply_cv_too_big", { file: file.name })
  const isPdf = (await file.slice(0, MARK.length).text()) === MARK
  return isPdf ? "" : word("apply_cv_not_pdf", { file: file.name })
}

/** A file with its size, "0.4 MB", and while it is sent, how much of it is there. */
function shown({ name, size }: File, sent?: number) {
  const figure = (n: number, unit?: Intl.NumberFormatOptions) =>
    (Math.ceil((n / MB) * 10) / 10).toLocaleString(language, unit)
  const total = figure(size, { style: "unit", unit: "megabyte" })
  if (sent === undefined) return { name, size: total }
  return { name, size: word("apply_cv_progress", { done: figure(size * sent), total }) }
}
