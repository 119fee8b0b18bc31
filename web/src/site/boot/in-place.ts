import { painted } from "@/lib/painted"
import { DROPPED, SHOWN } from "./events"
import { fetchWithin, type Page, pageOf, swap, wearStyles } from "./page"
import { prefetch } from "./prefetch"
import { isLate } from "./transition"

const MOST_KEPT = 8
const WAIT_MS = 250

const html = document.documentElement

/** Where a visitor was on a page. */
type Place = { depth: number; focus?: Element | null }
/** A page for Back and Forward, as it was left. */
type Left = { page: Page; place: Place }

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
  // Each entry of the history has the number of its page; one that leads to a part of it has the same.
  let wanted = { id: Number(history.state?.page ?? Math.random()), address: addressOf(location) }
  let shown = wanted.id
  let latest = 0
  let arrivals = 0
  let scrolled = scrollY // noted as it changes, since asking lays the page out
  let styled: Promise<unknown> | undefined
  const wear = () => (styled ??= wearStyles())

  const number = (more = {}) =>
    history.replaceState({ ...history.state, page: wanted.id, ...more }, "")
  number()

  function dropOldest() {
    const [oldest = 0] = kept.keys()
    kept.get(oldest)?.page.root.dispatchEvent(new Event(DROPPED))
    kept.delete(oldest)
  }

  /** Shows the page that is wanted. Of a new one that no transition covers the words are seen first. */
  function show(page: Page, { depth, focus }: Place, { isBack = false, isAnimated = false }) {
    const { id } = wanted
    document.querySelector<HTMLDialogElement>("dialog[open]")?.close()
    kept.delete(id)
    kept.set(shown, {
      page: pageOf(document),
      place: { depth: scrolled, focus: document.activeElement },
    })
    if (kept.size > MOST_KEPT) dropOldest()
    shown = id
    const scroll = () => scrollTo({ top: depth, behavior: "instant" })
    // Where a page begins is seen first. One that goes on where it was left has to be as long as it was.
    if (!depth && scrolled) scroll()
    swap(page)
    if (depth) delete html.dataset.arriving
    else html.dataset.arriving = isAnimated || isBack ? "whole" : "words"
    html.toggleAttribute("data-back", isBack)
    if (depth) scroll()
    scrolled = depth
    tellWaiting()
    dispatchEvent(new Event(SHOWN))
    const nth = ++arrivals
    const isLast = () => nth === arrivals
    painted()
      .then(() => {
        if (isLast()) delete html.dataset.arriving
        return painted()
      })
      // Focus needs the page laid out, which the second frame does.
      .then(() => isLast() && giveFocus(focus))
  }

  /** Gives nothing when the visitor went on meanwhile, or the browser has to load the page. */
  async function load(path: string, otherwise: () => void) {
    const turn = ++latest
    const late = setTimeout(() => turn === latest && tellWaiting(path), WAIT_MS)
    try {
      const [page] = await Promise.all([pages.take(path), wear()])
      if (turn === latest) return page
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
    const from = wanted.address
    const { page: noted, depth = 0 } = history.state ?? {}
    if (wanted.id === shown && (noted !== shown || depth !== scrolled)) number({ depth: scrolled })
    wanted = { id: Math.random(), address: path }
    history.pushState({ page: wanted.id, from }, "", path)
    const { id } = wanted
    const job = [from, path].map(jobIn).find(Boolean)
    animate(page, since, job, (isAnimated) => {
      if (wanted.id === id) show(page, { depth: 0 }, { isAnimated })
    })
  }

  async function step() {
    const from = wanted
    const address = addressOf(location)
    const isPart = address === from.address && !history.state?.page
    wanted = { id: isPart ? from.id : (history.state?.page ?? Math.random()), address }
    number()
    latest++
    tellWaiting()
    // A step within the page, as to its content, is the browser's.
    if (wanted.id === shown) return
    const left = kept.get(wanted.id)
    if (left) return show(left.page, left.place, { isBack: true })
    const page = await load(address, () => location.reload())
    if (!page) return
    const focus = page.root.querySelector(`main a[href="${CSS.escape(from.address)}"]`)
    show(page, { depth: history.state?.depth ?? 0, focus }, { isBack: true })
  }

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const path = target(event.target as Element)
    if (!path) return
    if (path === wanted.address) {
      // A link to the page itself asks for a fresh one, and the second half of a double click for nothing.
      if (event.detail > 1) event.preventDefault()
      return
    }
    event.preventDefault()
    // From a job back to the list it was opened from: go back, do not pile up entries.
    if (isList(path) && history.state?.from === path) history.back()
    else follow(path, event.timeStamp)
  })
  addEventListener("popstate", step)
  addEventListener("scroll", () => (scrolled = scrollY), { passive: true })

  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const warm = (event: Event) => {
    const path = target(event.target as Element)
    if (path && path !== wanted.address)
      pages
        .load(path)
        .then(wear)
        .catch(() => {})
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

/** Says that a page is on its way. */
function tellWaiting(path?: string) {
  if (path) html.dataset.waiting = isList(path) ? "list" : "page"
  else delete html.dataset.waiting
}

const jobIn = (address: string) => /^\/careers\/[^/]+/.exec(address)?.[0]

type Change = (isAnimated: boolean) => void

/** Between the list and a job its title moves. Back is at once: some browsers draw a transition of their own for it. */
function animate({ root, isSlow }: Page, since: number, job = "", change: Change) {
  if (isSlow || isLate(since) || !document.startViewTransition) return change(false)
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return change(false)
  for (const side of [document, root])
    for (const row of side.querySelectorAll(".job a"))
      row.classList.toggle("vt-title", row.getAttribute("href") === job)
  // A transition that a quicker visitor cuts short is no error; the change is made either way.
  document.startViewTransition(() => change(true)).ready.catch(() => {})
}

/** A page that was left is where it was; on a new one the title is read first. Who was quicker keeps the focus. */
function giveFocus(last?: Element | null) {
  if (document.activeElement && document.activeElement !== document.body) return
  const heading = document.querySelector<HTMLElement>("main h1")
  const at = last?.isConnected && last !== document.body ? (last as HTMLElement) : heading
  if (at === heading) heading?.setAttribute("tabindex", "-1")
  at?.focus({ preventScroll: true })
}
