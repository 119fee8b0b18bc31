import { painted } from "@/lib/painted"
import { prefetch } from "./prefetch"
import { isLate } from "./transition"

/** Tells that another page is shown in the place of the last one. */
export const SHOWN = "vitrine-shown"
/** Tells the root of a page that no step back leads to it any more. */
export const DROPPED = "vitrine-dropped"

const html = document.documentElement

const MOST_KEPT = 8
const WAIT_MS = 250
const SLOW_MS = 8

/** Whether this machine took long to read a page: it would take longer to draw a transition than people wait for one. */
let isSlow = false

/** What differs between the documents of two pages. */
type Page = { root: HTMLElement; state: Element; title: string; tags: Element[] }
/** A page for Back and Forward, as it was left. */
type Left = Page & { depth: number; focus: Element | null }

const isList = (address: string) => /^\/careers(\?|$)/.test(address)

/** The address of the list has what is looked for there. */
const addressOf = ({ pathname, search }: Pick<Location, "pathname" | "search">) =>
  pathname === "/careers" ? pathname + search : pathname

/**
 * Opens pages without a new document: fetched when a visitor is about to ask for one, and put in
 * the place of the last, which is kept for Back. What cannot be shown like this is a page load.
 */
export function openInPlace() {
  const pages = prefetch(fetchWithin(document))
  const kept = new Map<number, Left>()
  let address = addressOf(location)
  let entry: number = history.state?.page ?? Math.random() // of the history
  let shown = entry // the one whose page is in the document
  let latest = 0
  let scrolled = scrollY // noted as it changes, since asking lays the page out
  let styled: Promise<unknown> | undefined

  function keep() {
    document.querySelector<HTMLDialogElement>("dialog[open]")?.close()
    kept.set(shown, { ...pageOf(document), depth: scrolled, focus: document.activeElement })
    if (kept.size <= MOST_KEPT) return
    for (const [oldest, { root }] of kept) {
      root.dispatchEvent(new Event(DROPPED))
      kept.delete(oldest)
      return
    }
  }

  function show({ root, state, title, tags, ...left }: Page & Partial<Left>, since: number) {
    const from = address
    const to = entry
    address = addressOf(location)
    const here = document.getElementById("root") as HTMLElement
    const { depth = 0 } = left
    transition(since, [here, address], [root, from], () => {
      kept.delete(to)
      keep()
      // Where the page begins is seen first. One that goes on where it was left is as long as it was.
      if (!depth) {
        if (scrolled) scrollTo({ top: 0, behavior: "instant" })
        html.toggleAttribute("data-arriving", true)
      }
      shown = to
      document.getElementById("root")?.replaceWith(root)
      document.getElementById("state")?.replaceWith(state)
      document.title = title
      for (const tag of ownTags(document)) tag.remove()
      document.head.append(...tags)
      tellWaiting()
      dispatchEvent(new Event(SHOWN))
      if (depth) scrollTo({ top: depth, behavior: "instant" })
      painted().then(() => {
        if (shown !== to) return
        html.toggleAttribute("data-arriving", false)
        focus(left.focus)
      })
    })
  }

  /** Gives nothing when the visitor went on meanwhile, or the browser has to load the page. */
  async function load(path: string, otherwise: () => void) {
    const turn = ++latest
    const late = setTimeout(() => turn === latest && tellWaiting(path), WAIT_MS)
    try {
      styled ??= wearStyles()
      const [page] = await Promise.all([pages.take(path), styled])
      if (turn !== latest) return
      for (const link of stylesIn(page.root)) link.media = "not all"
      return page
    } catch {
      if (turn !== latest) return
      tellWaiting()
      otherwise()
    } finally {
      clearTimeout(late)
    }
  }

  async function follow(path: string, since: number) {
    const page = await load(path, () => location.assign(path))
    if (!page) return
    history.scrollRestoration = "manual"
    history.replaceState({ ...history.state, page: entry }, "")
    entry = Math.random()
    history.pushState({ page: entry, from: address }, "", path)
    show(page, since)
  }

  async function step(since: number) {
    const path = addressOf(location)
    const to: number = history.state?.page ?? entry
    // A step within the page, as to its content, is the browser's.
    if (path === address && to === entry) return
    entry = to
    const left = kept.get(to)
    if (left) {
      latest++
      return show(left, since)
    }
    const from = address
    address = path
    const page = await load(path, () => location.reload())
    if (!page) return
    const link = page.root.querySelector(`main a[href="${CSS.escape(from)}"]`)
    show({ ...page, focus: link }, since)
  }

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const path = target(event.target as Element)
    // A link to the page itself asks for a fresh one.
    if (!path || path === addressOf(location)) return
    event.preventDefault()
    // From a job back to the list it was opened from: go back, do not pile up entries.
    if (isList(path) && history.state?.from === path) history.back()
    else follow(path, event.timeStamp)
  })
  addEventListener("scroll", () => (scrolled = scrollY), { passive: true })
  addEventListener("popstate", ({ timeStamp }) => void step(timeStamp))
  // A page that is loaded again is where the browser finds it; one in place is where it was left.
  addEventListener("pagehide", () => (history.scrollRestoration = "auto"))
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && kept.size > 0) history.scrollRestoration = "manual"
  })

  const present = () => {
    styled ??= wearStyles()
  }
  for (const sign of ["pointermove", "touchstart", "keydown", "scroll"])
    addEventListener(sign, present, { once: true, passive: true })
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const warm = ({ target: at }: Event) => {
    const path = target(at as Element)
    if (!path || path === address) return
    pages.load(path).catch(() => {})
  }
  for (const intent of ["pointerover", "focusin", "touchstart"])
    document.addEventListener(intent, warm, { passive: true })
}

/** Where a link leads that opens in place. */
function target(from: Element | null): string | undefined {
  const link = from?.closest?.("a")
  if (!link || link.origin !== location.origin || link.hash || link.target) return
  if (link.hasAttribute("download") || link.pathname.includes(".")) return
  const path = addressOf(link)
  if (/^\/(admin|storage)(\/|$)/.test(path) || path !== link.pathname + link.search) return
  return path
}

/** Fetches pages that have the script and the styles of this one. */
function fetchWithin(first: Document) {
  const files = new Set(filesOf(first))
  const inline = [...first.head.querySelectorAll("style")].map((style) => style.outerHTML)
  return async (path: string): Promise<Page> => {
    const response = await fetch(path, { headers: { Accept: "text/html" } })
    if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
    const text = await response.text()
    // It is there already, and the policy of this document does not let another one in.
    const style = inline.find((one) => text.includes(one))
    if (!style) throw new Error(`${path}: other styles`)
    const since = performance.now()
    const page = new DOMParser().parseFromString(text.replace(style, ""), "text/html")
    isSlow = performance.now() - since > SLOW_MS
    if (!filesOf(page).every((file) => files.has(file))) throw new Error(`${path}: other files`)
    return pageOf(page)
  }
}

const filesOf = (page: Document) =>
  [...page.querySelectorAll('script[src], link[rel="stylesheet"]')].map(
    (one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "",
  )

function pageOf(page: Document): Page {
  const root = page.getElementById("root")
  const state = page.getElementById("state")
  if (!root || !state) throw new Error("no page")
  return { root, state, title: page.title, tags: ownTags(page) }
}

const OWN_TAGS =
  'meta[property], meta[name]:not([name="viewport"], [name="theme-color"]), link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]'

/** What tells machines about a page: those that share or save it read it from the document. */
const ownTags = (page: Document) => [...page.head.querySelectorAll(OWN_TAGS)]

const stylesIn = (root: ParentNode) => root.querySelectorAll<HTMLLinkElement>("main > link")

/** Styles that stand within a page go with it, and those of the next one come after it: the document has its own. */
const wearStyles = () =>
  Promise.all(
    [...stylesIn(document)].map(
      (link) =>
        new Promise<void>((done) => {
          const copy = link.cloneNode() as HTMLLinkElement
          copy.onerror = () => done()
          copy.onload = () => {
            link.media = "not all"
            done()
          }
          document.head.append(copy)
        }),
    ),
  )

/** Says that a page is on its way. */
function tellWaiting(path?: string) {
  if (path) html.dataset.waiting = isList(path) ? "list" : "page"
  else delete html.dataset.waiting
}

type Side = [root: HTMLElement, other: string]

/** The title of a job moves between its row in the list and the head of its page. */
function transition(since: number, before: Side, after: Side, change: () => void) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches
  if (isSlow || still || isLate(since) || !document.startViewTransition) return change()
  for (const [root, other] of [before, after]) {
    const job = other.split("/", 3).join("/")
    for (const row of root.querySelectorAll(".job a"))
      row.classList.toggle("vt-title", row.getAttribute("href") === job)
  }
  // A transition that a quicker visitor cuts short is no error; the change is made either way.
  document.startViewTransition(change).ready.catch(() => {})
}

/** A page that was left is where it was; on a new one the title is read first. */
function focus(last?: Element | null) {
  const heading = document.querySelector<HTMLElement>("main h1")
  const at = last?.isConnected && last !== document.body ? (last as HTMLElement) : heading
  if (at === heading) heading?.setAttribute("tabindex", "-1")
  at?.focus({ preventScroll: true })
}
