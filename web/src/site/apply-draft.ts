/** What was typed so far. The key makes sure that an application which is sent again is none more. */
type Draft = { typed: Record<string, string>; cv: string; key: string; at: number }

const KEPT_MS = 30 * 24 * 3_600_000

const PREFIX = "vitrine-apply-"

const nameOf = (job: number) => PREFIX + job

/** Whether some form was begun and not sent. */
export function isBegun(): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(PREFIX))
  } catch {
    return false // A browser that keeps nothing.
  }
}

export function read(job: number): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(nameOf(job)) ?? "null")
    return draft && Date.now() - draft.at < KEPT_MS ? draft : null
  } catch {
    return null // A browser that keeps nothing.
  }
}

export function write(job: number, part: Partial<Draft>) {
  const draft = { typed: {}, cv: "", key: "", ...read(job), ...part, at: Date.now() }
  try {
    localStorage.setItem(nameOf(job), JSON.stringify(draft))
  } catch {
    // Nor does it keep this.
  }
}

export function clear(job: number) {
  keys.delete(job)
  try {
    localStorage.removeItem(nameOf(job))
  } catch {
    // Then there is nothing.
  }
}

/** For browsers that keep nothing between pages. */
const keys = new Map<number, string>()

/** The same until the application has arrived. */
export function keyOf(job: number): string {
  const key = read(job)?.key || keys.get(job) || newKey()
  keys.set(job, key)
  write(job, { key })
  return key
}

// Not randomUUID: a site without TLS has none.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) =>
    n.toString(16).padStart(2, "0"),
  ).join("")
