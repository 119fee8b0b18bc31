/** What differs between the documents of two pages. */
export type Page = {
  root: HTMLElement
  state: Element
  title: string
  tags: Element[]
  /** This machine took long to read it, and would take longer to draw a transition than people wait for one. */
  isSlow?: boolean
}

const SLOW_MS = 8
const PATIENCE_MS = 6000

export function pageOf(page: Document): Page {
  const root = page.getElementById("root")
  const state = page.getElementById("state")
  if (!root || !state) throw new Error("no page")
  return { root, state, title: page.title, tags: ownTags(page) }
}

/** Puts a page in the place of the one that is there. */
export function swap({ root, state, title, tags }: Page) {
  const last = pageOf(document)
  last.root.replaceWith(root)
  last.state.replaceWith(state)
  for (const tag of last.tags) tag.remove()
  document.head.append(...tags)
  document.title = title
}

const OWN_TAGS =
  'meta[property], meta[name]:not([name="viewport"], [name="theme-color"]), link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]'

/** What tells machines about a page: those that share or save it read it from the document. */
const ownTags = (page: Document) => [...page.head.querySelectorAll(OWN_TAGS)]

/** Fetches pages that have the files and the styles of this one. */
export function fetchWithin(first: Document) {
  const files = new Set(filesOf(first))
  const inline = [...first.head.querySelectorAll("style")].map((style) => style.outerHTML)
  return async (path: string): Promise<Page> => {
    const signal = AbortSignal.timeout?.(PATIENCE_MS)
    const response = await fetch(path, { headers: { Accept: "text/html" }, signal })
    if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
    const text = await response.text()
    // It is there already, and the policy of this document does not let another one in.
    const style = inline.find((one) => text.includes(one))
    if (!style) throw new Error(`${path}: other styles`)
    const since = performance.now()
    const parsed = new DOMParser().parseFromString(text.replace(style, ""), "text/html")
    if (!filesOf(parsed).every((file) => files.has(file))) throw new Error(`${path}: other files`)
    for (const link of stylesIn(parsed)) link.disabled = true
    const page = pageOf(parsed)
    // Now, and not between the press and the page.
    for (const node of [page.root, page.state, ...page.tags]) document.adoptNode(node)
    return { ...page, isSlow: performance.now() - since > SLOW_MS }
  }
}

const filesOf = (page: Document) =>
  [...page.querySelectorAll('script[src], link[rel="stylesheet"]')].map(
    (one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "",
  )

const stylesIn = (page: Document) => page.querySelectorAll<HTMLLinkElement>("main > link")

/**
 * Gives the document styles of its own. Those that stand within a page go with it, and the next
 * one would be bare until it had read them anew.
 */
export const wearStyles = () => Promise.all([...stylesIn(document)].map(moveToHead))

type Movable = HTMLElement & { moveBefore?: (node: Node, before: null) => void }

function moveToHead(link: HTMLLinkElement) {
  const copy = link.cloneNode() as HTMLLinkElement
  const head: Movable = document.head
  if (head.moveBefore && link.sheet) {
    copy.disabled = true
    link.before(copy) // React looks for it here
    head.moveBefore(link, null) // stays loaded
    return
  }
  return new Promise<void>((done, fail) => {
    copy.onerror = fail
    copy.onload = () => {
      link.disabled = true
      done()
    }
    head.append(copy)
    setTimeout(fail, PATIENCE_MS, new Error("the styles do not come"))
  })
}
