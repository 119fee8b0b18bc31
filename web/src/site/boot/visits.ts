import { shown } from "@/lib/painted"
import { SHOWN } from "./events"

const MOST_BYTES = 200

/**
 * Tells the server that a page was shown, once it is idle: its path, and the host that led here. Whoever
 * asks not to be followed is not counted, and nobody is recognised.
 */
export function visits() {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  if (doNotTrack === "1" || globalPrivacyControl || webdriver) return
  let from = origin()
  const count = () => {
    const { pathname } = location
    whenIdle(() => {
      // A host has no slash, and a path begins with one.
      navigator.sendBeacon("/v", (from + pathname).slice(0, MOST_BYTES))
      from = "."
    })
  }
  const page = document as Document & { prerendering?: boolean }
  if (page.prerendering) page.addEventListener("prerenderingchange", count, { once: true })
  else count()
  addEventListener("pageshow", (event) => event.persisted && count())
  addEventListener(SHOWN, count)
}

/** The host that led here; a dot for this site, nothing where there is none. */
function origin() {
  if (!document.referrer) return ""
  const { host, hostname } = new URL(document.referrer)
  return host === location.host ? "." : hostname
}

function whenIdle(then: () => void) {
  const wait = () => shown().then(() => (window.requestIdleCallback ?? setTimeout)(then))
  if (document.readyState === "complete") wait()
  else addEventListener("load", wait, { once: true })
}
