import { invokeGet } from "./backend"

// Half of what the server allows, so that a token never ends while a message is written.
const RENEW_MS = 3_600_000
const RETRY_MS = 5000
// For clocks that do not run alike.
const MARGIN_MS = 100

/** How long a person needs for a form at least; the server takes a younger token for a robot's. */
export const LEAST_MS = { contact: 3000, newsletter: 1000, apply: 3000 }

let token = ""
let came = 0
let asked = Number.NEGATIVE_INFINITY
let begun = Number.POSITIVE_INFINITY

/**
 * Notes that a visitor began with a form: the server gives a signed token of this moment. Pages
 * are kept for everyone, so it cannot stand in them. Without one a form is sent all the same.
 */
export function began(key: string, since = performance.now()) {
  begun = Math.min(begun, since)
  const now = performance.now()
  if (now - asked < RENEW_MS) return
  asked = now
  const failed = () => {
    asked = performance.now() - RENEW_MS + RETRY_MS
  }
  invokeGet<{ token: string }>(key, "form-token").then((answer) => {
    if (!answer.ok || !answer.data?.token) return failed()
    token = answer.data.token
    came = performance.now()
  }, failed)
}

/**
 * What tells the server how a form was filled in, or nothing when there is nothing to tell. Who
 * began long ago and has a token that came late waits until it is old enough.
 */
export async function formHeaders(trap: string, least: number): Promise<Record<string, string>> {
  const mine = token
  const now = performance.now()
  const young = came + least + MARGIN_MS - now
  if (mine && young > 0 && now - begun >= least) {
    await new Promise((ripe) => setTimeout(ripe, young))
  }
  if (!mine && !trap) return {}
  const told = new URLSearchParams({ token: mine, trap: trap.slice(0, 100) })
  return { "x-vitrine-form": told.toString() }
}
