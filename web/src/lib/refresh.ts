/** How often the session is looked at. */
const EVERY = 30_000

type Sessions = { getSession: () => Promise<unknown> }

/** Looks at the session now and every 30 seconds while the page is seen: reading one with under 90 seconds left refreshes it. */
export function keepFresh(sessions: Sessions) {
  let timer: ReturnType<typeof setInterval> | undefined
  // Without an answer the session is kept, and the next look tries again.
  const look = () => void sessions.getSession().catch(() => {})
  const follow = () => {
    clearInterval(timer)
    if (document.visibilityState === "hidden") return
    look()
    timer = setInterval(look, EVERY)
  }
  document.addEventListener("visibilitychange", follow)
  follow()
}
