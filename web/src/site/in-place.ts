import { flushSync } from "react-dom"
import { SPARE } from "./art"
import { isLate } from "./boot/transition"
import { SHOWN } from "./boot/visits"
import type { PageData } from "./data"
import { pageTitle } from "./head"
import { prefetch } from "./prefetch"
import type { View } from "./use-in-place"

const isCareers = (path: string) => /^\/careers(\/[^/?]+(\/apply)?|\?.*)?$/.test(path)
const isList = (path: string) => /^\/careers(\?|$)/.test(path)
const slugOf = (path: string) => path.split("/")[2]

/** The path of the list goes with what is looked for there. */
const addressOf = ({ pathname, search }: Pick<Location, "pathname" | "search">) =>
  pathname === "/careers" ? pathname + search : pathname

/**
 * Moves between the list of jobs, one of them and its form without a new document; the
 * address follows, Back and sharing work. Everything else is a page load: pages
 * come ready from the server's memory, and the browser animates between them.
 */
export function moveInPlace(first: PageData, setView: (view: View) => void) {
  if (!isCareers(first.path)) return
  const pages = prefetch(fetchPage)
  const start = addressOf({ pathname: first.path, search: location.search })
  pages.keep(start, { data: first, tags: tagsOf(document) })
  const depths = new Map<string, number>()
  let latest = 0
  let address = addressOf(location)
  let here = start // of what is shown

  let shown: View = { path: first.path, page: first }

  function show(next: View) {
    shown = next
    flushSync(() => setView(next))
  }

  /** since is when the visitor asked for it. */
  async function go(path: string, pushed: boolean, since: number) {
    const turn = ++latest
    const from = here
    if (pushed) depths.set(from, window.scrollY)
    const moving = slugOf(path) ?? slugOf(from)
    const late = setTimeout(() => {
      if (turn === latest && !pushed && isList(path)) show({ path: "/careers", page: null })
    }, 150)
    let page: Loaded
    try {
      page = await pages.load(path)
    } catch {
      if (turn !== latest) return
      // After Back or Forward the address is there already.
      if (pushed) location.assign(path)
      else location.reload()
      return
    } finally {
      clearTimeout(late)
    }
    if (turn !== latest) return
    if (pushed) history.pushState({ from }, "", path)
    address = addressOf(location)
    here = path
    if (shown.page) show({ ...shown, moving })
    transition(since, () => {
      show({ path: page.data.path, page: page.data, moving })
      document.title = pageTitle(page.data)
      wear(page.tags)
      arrive(path, pushed ? 0 : (depths.get(path) ?? 0), moving)
    })
    dispatchEvent(new Event(SHOWN))
  }

  function target(from: Element | null): string | null {
    const link = from?.closest?.("a")
    if (!link || link.origin !== location.origin || link.hash || link.target) return null
    const path = addressOf(link)
    return isCareers(path) ? path : null
  }

  function click(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const path = target(event.target as Element)
    // A link to the page itself asks for a fresh one.
    if (!path || path === here) return
    event.preventDefault()
    // From a job back to the list it was opened from: go back, do not pile up entries.
    if (history.state?.from === path) history.back()
    else go(path, true, event.timeStamp)
  }

  const back = ({ timeStamp }: PopStateEvent) => {
    // A step within the page, as to its content, is the browser's.
    if (addressOf(location) === address) return
    address = addressOf(location)
    if (isCareers(address)) go(address, false, timeStamp)
  }
  const fetchAhead = (from: Element | null) => {
    const path = target(from)
    if (path) pages.load(path).catch(() => {})
  }
  const warm = (event: Event) => fetchAhead(event.target as Element)

  document.addEventListener("click", click)
  window.addEventListener("popstate", back)
  for (const intent of INTENTS) document.addEventListener(intent, warm, { passive: true })
  // The pointer on a job is what React was called for.
  fetchAhead(document.querySelector("a:hover"))
  return () => {
    document.removeEventListener("click", click)
    window.removeEventListener("popstate", back)
    for (const intent of INTENTS) document.removeEventListener(intent, warm)
  }
}

const INTENTS = ["pointerover", "focusin", "touchstart"]

type Loaded = { data: PageData; tags: Element[] }

/** The page's content, out of the page itself: it is kept ready there, and there is one form of it. */
async function fetchPage(path: string): Promise<Loaded> {
  const response = await fetch(path, { headers: { Accept: "text/html" } })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const state = page.getElementById("state")?.textContent
  if (!state) throw new Error(`${path}: no state`)
  return { data: JSON.parse(state), tags: tagsOf(page) }
}

const OWN_TAGS =
  'template, meta[property], meta[name]:not([name="viewport"], [name="theme-color"]), link[rel="canonical"], script[type="application/ld+json"]'

/** What tells machines about a page: those that share or save it read it from the document. */
const ownTags = (page: Document) => [...page.head.querySelectorAll(OWN_TAGS)]

/** With the drawing for after a form was sent: React has none to write into the page. */
const tagsOf = (page: Document) => [
  ...ownTags(page),
  ...[...page.querySelectorAll(`main #${SPARE}`)].map((one) => one.cloneNode(true) as Element),
]

function wear(tags: Element[]) {
  for (const tag of ownTags(document)) tag.remove()
  document.head.append(...tags)
}

function transition(since: number, change: () => void) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches
  if (still || isLate(since) || !document.startViewTransition) {
    change()
    return
  }
  // A transition that a quicker visitor cuts short is no error; the change is made either way.
  document.startViewTransition(change).ready.catch(() => {})
}

// On a job the title is read first; back in the list the row is where the visitor was.
function arrive(path: string, depth: number, moving?: string) {
  scrollTo({ top: depth, behavior: "instant" })
  const row =
    isList(path) && moving
      ? document.querySelector<HTMLElement>(`.job a[href="/careers/${CSS.escape(moving)}"]`)
      : null
  const heading = document.querySelector<HTMLElement>("main h1")
  ;(row ?? heading)?.focus({ preventScroll: true })
}
