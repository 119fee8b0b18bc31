import { isEmail } from "@/lib/rules"
import { stripTags } from "@/lib/text"
import { insert, invoke } from "./backend"
import type { ContactMessage } from "./data"
import { formHeaders, LEAST_MS } from "./form-token"
import type { Outcome } from "./newsletter"
import { type WordKey, word } from "./words"

export const FIELDS = ["name", "email", "subject", "message"] as const

export type Field = (typeof FIELDS)[number]

/** The longest texts the server takes, in characters. */
export const LIMITS: Record<Field, number> = {
  name: 200,
  email: 254,
  subject: 300,
  message: 10_000,
}

export const clean = (values: ContactMessage): ContactMessage => ({
  name: stripTags(values.name.trim()).trim(),
  email: stripTags(values.email.trim()).trim(),
  subject: stripTags(values.subject.trim()).trim(),
  message: stripTags(values.message.trim()).trim(),
})

/** What is wrong with each field of a cleaned message; empty when it can be sent. */
export function problems(values: ContactMessage): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {}
  if (!values.name) found.name = word("contact_need_name")
  if (!values.email) found.email = word("contact_need_email")
  else if (!isEmail(values.email)) found.email = word("contact_bad_email")
  if (!values.subject) found.subject = word("contact_need_subject")
  if (!values.message) found.message = word("contact_need_message")
  for (const field of FIELDS) {
    if ([...values[field]].length > LIMITS[field]) {
      const most = String(LIMITS[field]).replace(/(?=\d{3}$)(?!^)/, word("number_group"))
      found[field] = word("contact_too_long", { n: most })
    }
  }
  return found
}

type Notification = { mailed?: boolean; testMode?: boolean; testEmail?: string }

export async function send(key: string, message: ContactMessage, trap = ""): Promise<Outcome> {
  const headers = await formHeaders(trap, LEAST_MS.contact)
  const stored = await insert(key, "contact_form_submissions", message, headers)
  if (!stored.ok) {
    return { ok: false, message: word("contact_failed") }
  }
  const notified = await notify(key, message)
  if (!notified?.ok) return taken("contact_sent_no_mail")
  const { mailed, testMode, testEmail } = notified.data ?? {}
  if (testMode && testEmail) return taken("contact_test_mode", { test_email: testEmail })
  if (testMode) return taken("contact_test_mode_no_address")
  return taken(mailed === false ? "contact_received" : "contact_sent")
}

const taken = (key: WordKey, values = {}): Outcome => ({ ok: true, message: word(key, values) })

// Once the message is stored nothing may look like a failure, or it would be sent twice.
async function notify(key: string, message: ContactMessage) {
  try {
    return await invoke<Notification>(key, "send-contact-notification", {
      ...message,
      timestamp: Date.now(),
    })
  } catch (error) {
    console.warn("contact notification failed", error)
    return null
  }
}
