import { useSyncExternalStore } from "react"

/** How long until a server that did not answer is asked again. */
const AGAIN_MS = 5000

let isReached = true
let isAsking = false
const listeners = new Set<() => void>()

function tell(reached: boolean) {
  if (isReached === reached) return
  isReached = reached
  for (const listener of listeners) listener()
}

/** Called when a request did not get through: asks until the server answers. One lost request alone is no outage. */
export async function lost() {
  if (isAsking) return
  isAsking = true
  while (!(await answers())) {
    tell(false)
    await new Promise((next) => setTimeout(next, AGAIN_MS))
  }
  isAsking = false
  tell(true)
}

const answers = () =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(AGAIN_MS) }).then(
    () => true,
    () => false,
  )

/** Called when something was answered. */
export const reached = () => tell(true)

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener("online", listener)
  window.addEventListener("offline", listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("online", listener)
    window.removeEventListener("offline", listener)
  }
}

export type Line = "online" | "offline" | "unreachable"

const line = (): Line => (navigator.onLine ? (isReached ? "online" : "unreachable") : "offline")

/** Whether there is a line to the server, now and while that changes. */
export const useLine = () => useSyncExternalStore(subscribe, line)
