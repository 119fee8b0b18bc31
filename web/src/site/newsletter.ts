import { isEmail } from "@/lib/rules"
import { insert, invoke, select } from "./backend"
import { formHeaders, LEAST_MS } from "./form-token"

export type Outcome = { ok: boolean; message: string }

const DENIED = "42501"
const DUPLICATE = "23505"
const already: Outcome = { ok: true, message: "You're already subscribed to our newsletter!" }
const failed = (message: string): Outcome => ({ ok: false, message })

export async function subscribe(key: string, typed: string, trap = ""): Promise<Outcome> {
  const email = typed.trim()
  if (!isEmail(email)) return failed("Please enter a valid email address.")
  const query = new URLSearchParams({ select: "id", email: `eq.${email}` })
  const known = await select(key, "newsletter_subscriptions", query.toString())
  if (!known.ok) {
    return failed("Unable to verify subscription status. Please try again later.")
  }
  if (known.data?.length) return already
  const headers = await formHeaders(trap, LEAST_MS.newsletter)
  const added = await insert(key, "newsletter_subscriptions", { email }, headers)
  if (added.code === DUPLICATE) return already
  if (added.code === DENIED) {
    return failed("Subscription service temporarily unavailable. Please try again later.")
  }
  if (!added.ok) return failed("Unable to subscribe at this time. Please try again later.")
  notify(key, email)
  return { ok: true, message: "Thank you for subscribing to our newsletter!" }
}

// The subscription is stored; a letter that could not be sent is the studio's concern, not the visitor's.
function notify(key: string, email: string) {
  invoke(key, "send-newsletter-notification", { email })
    .then((sent) => sent.ok || console.warn("newsletter notification failed", sent.code))
    .catch((error) => console.warn("newsletter notification failed", error))
}

/** What the form says about an outcome. Someone who is subscribed already has what they wanted: the tick. */
export function formText({ ok, message }: Outcome): Outcome {
  if (message.includes("already subscribed")) {
    return { ok: true, message: "This email is already subscribed to our newsletter." }
  }
  if (ok) return { ok, message }
  if (message.includes("valid email")) return failed("Please enter a valid email address.")
  if (message.includes("temporarily unavailable")) {
    return failed("Our subscription service is temporarily unavailable. Please try again later.")
  }
  return failed("An error occurred. Please try again.")
}

export const unexpected = failed("An unexpected error occurred. Please try again later.")
