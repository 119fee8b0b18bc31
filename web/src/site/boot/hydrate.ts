import { painted } from "@/lib/painted"
import { isBegun } from "../apply-draft"

const IDLE_AFTER_MS = 5000
const HELD_FOR_MS = 5000

/**
 * Loads React when the visitor shows interest in something it serves, or when
 * the page has been quiet for a while. Links and forms work before that: a
 * click follows its link, and a form sent early is held and sent by React, or
 * by the browser when React does not come, or not soon. Returns what loads it at once.
 */
export function wake(loadReact: () => Promise<void>): () => Promise<void> {
  let state: "asleep" | "ready" | "failed" = "asleep"
  let loading: Promise<void> | undefined

  async function hydrate() {
    try {
      await loadReact()
      state = "ready"
      document.documentElement.toggleAttribute("data-ready", true)
    } catch (error) {
      state = "failed"
      console.warn("the page stays as it is", error)
    }
  }
  const load = () => {
    loading ??= hydrate()
    return loading
  }

  for (const kind of ["pointerover", "focusin", "click", "input"]) {
    document.addEventListener(kind, (event) => {
      // A finger that has come down has yet to be lifted, and that is what is answered first.
      if (kind === "pointerover" && (event as PointerEvent).pointerType === "touch") return
      if ((event.target as Element).closest?.("form, .job, .to-apply")) painted().then(load)
    })
  }

  const held = new Set<HTMLFormElement>()
  const hold = (event: Event) => {
    if (state !== "asleep") return
    event.preventDefault()
    event.stopImmediatePropagation()
    const field = event.target as HTMLFormElement | HTMLInputElement
    const form = field instanceof HTMLFormElement ? field : field.form
    if (!form || held.has(form)) return
    held.add(form)
    const late = new Promise<void>((next) => setTimeout(next, HELD_FOR_MS))
    Promise.race([painted().then(load), late]).then(() => {
      if (state === "asleep") state = "failed"
      form.requestSubmit()
    })
  }
  // What the browser finds invalid is held as well: React says so beside the field, in the site's words.
  document.addEventListener("submit", hold, { capture: true })
  document.addEventListener("invalid", hold, { capture: true })

  // A message that is on the page already has to leave again, and what was typed the day before has to come back.
  if (document.querySelector(isBegun() ? ".toast, .ap" : ".toast")) load()
  const later = () =>
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(load), IDLE_AFTER_MS)
  // A page that is made ready and never shown needs no React.
  const { prerendering } = document as Document & { prerendering?: boolean }
  if (prerendering) document.addEventListener("prerenderingchange", later, { once: true })
  else if (document.readyState === "complete") later()
  else addEventListener("load", later)
  return load
}
