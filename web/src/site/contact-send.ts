import { insert, invoke } from "./backend"
import type { ContactMessage } from "./data"
import { formHeaders, LEAST_MS } from "./form-token"
import type { Outcome } from "./newsletter"
import { type WordKey, word } from "./words"

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
