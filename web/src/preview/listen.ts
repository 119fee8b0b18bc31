import { type Answer, isTold, type Showing } from "@/lib/preview"

/** Whoever shows the preview: the page around the frame, or the one that opened its tab. */
const host: Window | null = window.parent === window ? window.opener : window.parent

let shown: Showing = {
  path: new URLSearchParams(location.search).get("path") ?? "/",
  theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
}
const listeners = new Set<() => void>()

export type Source = ReturnType<typeof listen>

/** Takes what our own back-office tells, and nothing from anywhere else. */
export function listen() {
  window.addEventListener("message", ({ origin, source, data }) => {
    if (origin !== location.origin || source !== host || !isTold(data)) return
    shown = data.show
    for (const listener of listeners) listener()
  })
  answer({ from: "preview", says: "ready" })
  return {
    now: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export function answer(said: Answer) {
  host?.postMessage(said, location.origin)
}
