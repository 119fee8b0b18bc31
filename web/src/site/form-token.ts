import { invokeGet } from "./backend"

// Half of what the server allows, so that a token never ends while a message is written.
const RENEW_MS = 3_600_000

let token = ""
let asked = Number.NEGATIVE_INFINITY

/**
 * Notes that a visitor began with a form: the server gives a signed token of this moment. Pages
 * are kept for everyone, so it cannot stand in them. Without one a form is sent all the same.
 */
export function began(key: string, now = performance.now()) {
  if (now - asked < RENEW_MS) return
  asked = now
  invokeGet<{ token: string }>(key, "form-token")
    .then((answer) => {
      token = answer.data?.token ?? ""
    })
    .catch(() => {
      asked = Number.NEGATIVE_INFINITY
    })
}

/** What tells the server how a form was filled in, or nothing when there is nothing to tell. */
export function formHeaders(trap: string): Record<string, string> {
  if (!token && !trap) return {}
  const told = new URLSearchParams({ token, trap: trap.slice(0, 100) })
  return { "x-vitrine-form": told.toString() }
}
