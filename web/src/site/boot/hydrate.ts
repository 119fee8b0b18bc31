import { painted } from "@/lib/painted"
import { isBegun } from "../apply-draft"
import { SHOWN } from "./events"

const IDLE_AFTER_MS = 5000
const HELD_FOR_MS = 5000

/** How far React is with a page. */
type Life = {
  root: HTMLElement
  state: "asleep" | "ready" | "failed"
  loading?: Promise<void>
}

/**
 * Loads React when the visitor shows interest in something it serves, or when
 * the page has been quiet for a while. Links and forms work before that: a
 * click follows its link, and a form sent early is held and sent by React, or
 * by the browser when React does not come, or not soon. Returns what loads it at once.
 */
export function wake(loadReact: (root: HTMLElement) => Promise<void>): () => Promise<void> {
  const lives = new WeakMap<Element, Life>()
  let life = begin()

  async function hydrate(page: Life) {
    try {
      await loadReact(page.root)
      page.state = "ready"
    } catch (error) {
      page.state = "failed"
      console.warn("the page stays as it is", error)
    }
    mark()
  }
  const mark = () => document.documentElement.toggleAttribute("data-ready", life.state === "ready")
  const load = async (page = life) => {
    if (page === life) page.loading ??= hydrate(page)
    return page.loading
  }
  /** A page that came back is as far as it was. */
  function begin(): Life {
    const root = document.getElementById("root") ?? document.body
    const page = lives.get(root) ?? { root, state: "asleep" }
    lives.set(root, page)
    if (page.loading) return page
    const later = () => load(page)
    whenLoaded(() =>
      setTimeout(() => (window.requestIdleCallback ?? setTimeout)(later), IDLE_AFTER_MS),
    )
    return page
  }
  // A message that is on the page already has to leave again, and what was typed the day before has to come back.
  const loadIfDue = () => {
    if (document.querySelector(isBegun() ? ".toast, .ap" : ".toast")) load()
  }
  loadIfDue()
  addEventListener(SHOWN, () => {
    life = begin()
    mark()
    loadIfDue()
  })

  for (const kind of ["pointerover", "focusin", "click", "input"]) {
    document.addEventListener(kind, (event) => {
      // A finger that has come down has yet to be lifted, and that is what is answered first.
      if (kind === "pointerover" && (event as PointerEvent).pointerType === "touch") return
      const page = life
      if ((event.target as Element).closest?.("form")) painted().then(() => load(page))
    })
  }

  const held = new WeakSet<HTMLFormElement>()
  const hold = (event: Event) => {
    const page = life
    if (page.state !== "asleep") return
    event.preventDefault()
    event.stopImmediatePropagation()
    const field = event.target as HTMLFormElement | HTMLInputElement
    const form = field instanceof HTMLFormElement ? field : field.form
    if (!form || held.has(form)) return
    held.add(form)
    const late = new Promise<void>((next) => setTimeout(next, HELD_FOR_MS))
    Promise.race([painted().then(() => load(page)), late]).then(() => {
      held.delete(form)
      if (!form.isConnected) return // the visitor went on, and sends it when they are back
      if (page.state === "asleep") page.state = "failed"
      form.requestSubmit()
    })
  }
  // What the browser finds invalid is held as well: React says so beside the field, in the site's words.
  document.addEventListener("submit", hold, { capture: true })
  document.addEventListener("invalid", hold, { capture: true })
  return load
}

/** A page that is made ready and never shown needs no React. */
function whenLoaded(then: () => void) {
  const { prerendering } = document as Document & { prerendering?: boolean }
  if (prerendering) document.addEventListener("prerenderingchange", then, { once: true })
  else if (document.readyState === "complete") then()
  else addEventListener("load", then, { once: true })
}
