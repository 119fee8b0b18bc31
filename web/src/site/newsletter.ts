import { isEmail } from "@/lib/rules"
import { insert, invoke, select } from "./backend"
import { formHeaders, LEAST_MS } from "./form-token"
import { asksToConfirm, type WordKey, word } from "./words"

type Notification = { mailed?: boolean; testMode?: boolean }

export type Outcome = { ok: boolean; message: string }

const DENIED = "42501"
const DUPLICATE = "23505"

/** What became of a subscription, as the word that says so. */
export type Reason = Extract<WordKey, `newsletter_${string}`> | "unexpected_error"

type Wish = { trap?: string; wantsJobs?: boolean }

export async function subscribe(
  key: string,
  typed: string,
  { trap = "", wantsJobs = false }: Wish = {},
): Promise<Reason> {
  const email = typed.trim()
  if (!isEmail(email)) return "newsletter_bad_email"
  const query = new URLSearchParams({ select: "id", email: `eq.${email}` })
  const known = await select(key, "newsletter_subscriptions", query.toString())
  if (!known.ok) return "newsletter_lookup_failed"
  // Whoever is on the list may have a new wish.
  if (known.data?.length && !wantsJobs) return "newsletter_already"
  const headers = await formHeaders(trap, LEAST_MS.newsletter)
  const row = wantsJobs ? { email, wants_jobs: true } : { email }
  const added = await insert(key, "newsletter_subscriptions", row, headers)
  if (added.code === DUPLICATE) return "newsletter_already"
  if (added.code === DENIED) return "newsletter_denied"
  if (!added.ok) return "newsletter_failed"
  const told = notify(key, email)
  if (!asksToConfirm) return "newsletter_thanks"
  return (await told) ? "newsletter_one_more" : "newsletter_one_more_later"
}

// The subscription is stored; a letter that could not be sent is the studio's concern, not the visitor's.
// Tells whether mail surely goes to whom it is for.
async function notify(key: string, email: string): Promise<boolean> {
  try {
    const sent = await invoke<Notification>(key, "send-newsletter-notification", { email })
    if (!sent.ok) console.warn("newsletter notification failed", sent.code)
    return sent.ok && sent.data?.mailed !== false && !sent.data?.testMode
  } catch (error) {
    console.warn("newsletter notification failed", error)
    return false
  }
}

/** What the form says. Someone who is subscribed already has what they wanted: the tick. */
export function said(reason: Reason): Outcome & { reason: Reason } {
  const isAsked = reason === "newsletter_one_more" || reason === "newsletter_one_more_later"
  const ok = isAsked || reason === "newsletter_thanks" || reason === "newsletter_already"
  const message = word(SAID[reason] ?? reason)
  return { ok, reason, message: isAsked ? `${word("newsletter_thanks")} ${message}` : message }
}

const SAID: Partial<Record<Reason, WordKey>> = {
  newsletter_already: "newsletter_already_form",
  newsletter_denied: "newsletter_unavailable",
  newsletter_lookup_failed: "newsletter_error",
  newsletter_failed: "newsletter_error",
}
