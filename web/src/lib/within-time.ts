import { lost, reached } from "./online"

const READ_MS = 30_000
const WRITE_MS = 20_000

/** Gives up an answer that never comes, which would lock its form for good. Logos and exports take their time elsewhere. */
export function withinTime(input: RequestInfo | URL, init: RequestInit = {}) {
  const isRead = init.method === "GET" || init.method === "HEAD"
  const late = AbortSignal.timeout(isRead ? READ_MS : WRITE_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, late]) : late
  return fetch(input, { ...init, signal }).then(
    (answer) => {
      reached()
      return answer
    },
    (error) => {
      // Called off by us is not lost.
      if (!init.signal?.aborted) void lost()
      throw error
    },
  )
}
