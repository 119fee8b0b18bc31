import { fieldOf } from "@/lib/preview"
import { isFollowed, reachOf } from "@/lib/reach"
import type { PageData } from "@/site/data"
import { factsOf, pillsOf } from "@/site/job-facts"
import { type Marked, markIn, unmarked } from "./marks"
import { paintChanges, takeChanges, withoutChanges } from "./word-marks"

const NAMING = ["aria-label", "alt", "placeholder", "title"]
const NAMED = NAMING.map((name) => `[${name}]`).join()
const FOCUSABLE = "a[href], button, input, textarea, [tabindex]"

/** Turns the marks in what React has drawn into data-field, before it is painted. Each text then leads to its field. */
export function label(root: HTMLElement, { data, fields, sourceOf }: Marked) {
  const changed = changedIn(root)
  const texts = changed.flatMap(textsIn)
  const elements = changed.filter((node) => node instanceof Element)
  const all = (selector: string) => elements.flatMap((one) => within(one, selector))
  for (const text of texts) unmark(text, fields)
  for (const text of texts) if (text.isConnected) takeChanges(text)
  paintChanges()
  for (const element of all(NAMED)) unmarkNames(element, fields)
  for (const link of all("[href]")) strip(link, "href")
  if (elements.length > 0)
    for (const [selector, field] of derived(data))
      for (const element of root.querySelectorAll(selector)) set(element, field)
  for (const text of texts) if (text.isConnected && text.data.trim()) inherit(text, sourceOf)
  for (const element of all(FOCUSABLE))
    if (element.getAttribute("tabindex") !== "-1") element.setAttribute("tabindex", "-1")
  // What was written here is no change.
  watched.get(root)?.takeRecords()
}

const watched = new WeakMap<HTMLElement, MutationObserver>()

/** What React has written since the last time; at first all of it. */
function changedIn(root: HTMLElement): Node[] {
  const observer = watched.get(root)
  if (observer) {
    const nodes = observer
      .takeRecords()
      .flatMap(({ type, target, addedNodes }) => (type === "childList" ? [...addedNodes] : target))
    return [...new Set(nodes)].filter((node) => root.contains(node))
  }
  const first = new MutationObserver(() => {})
  const attributeFilter = [...NAMING, "href"]
  first.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter })
  watched.set(root, first)
  return [root]
}

const within = (element: Element, selector: string) => [
  ...(element.matches(selector) ? [element] : []),
  ...element.querySelectorAll(selector),
]

/** What is made of other things than texts, and where they are edited. */
function* derived(data: PageData): Iterable<[selector: string, field: string]> {
  yield [DRAWN, fieldOf("site", "", "art")]
  yield [".brand", fieldOf("site", "", "name")]
  yield [".brand > :first-child", fieldOf("site", "", "kind")]
  const of = isFollowed(data.footer_content, "social_links") ? "contact" : "footer"
  for (const at of reachOf(data.footer_content, data.reach).social_links.keys())
    yield [`.soc a:nth-child(${at + 1})`, fieldOf(of, "", `social_links.${at}.platform`)]
  if (data.page === "job") {
    const field = (name: string) => fieldOf("job", data.job.id, name)
    yield ["time", field("title")]
    if (data.job.closes_on) yield [`time[datetime="${data.job.closes_on}"]`, field("closes_on")]
    const facts = factsOf(data.job)
    for (const [at, { name }] of facts.entries())
      yield [`.jmeta li:nth-child(${at + 1})`, field(name)]
    // A phone's bar has one or two of them, or the title.
    const short = facts.filter(({ name }) => /salary|closes/.test(name))
    yield [".stick p", field(short[1]?.name ?? "title")]
    yield [".stick b", field(short[0]?.name ?? "title")]
  }
  if (data.page === "careers" || data.page === "closed")
    for (const [row, job] of data.job_listings.entries())
      for (const [at, { name }] of pillsOf(job).entries())
        yield [
          `.job:nth-child(${row + 1}) .jf li:nth-child(${at + 1})`,
          fieldOf("job", job.id, name),
        ]
  if (data.page === "about")
    for (const at of data.team_members.keys())
      yield* pane(
        `.tm:nth-child(${at + 1}) .tm-pane`,
        fieldOf("team", "", `members.${at}.image_url`),
      )
  if (data.page === "home")
    for (const [at, { id }] of data.portfolio_companies.entries()) {
      yield* pane(`.co:nth-child(${at + 1}) .co-pane`, fieldOf("company", id, "logo_url"))
      yield [`.co:nth-child(${at + 1}) .go`, fieldOf("company", id, "website_url")]
    }
}

/** What the identity draws; an icon has no say in how it fills its room. */
const DRAWN = "svg[preserveAspectRatio], .backstock"

/** A picture, and what stands there without one. */
function* pane(selector: string, field: string): Iterable<[selector: string, field: string]> {
  yield [`${selector}, ${selector} :is(img, svg)`, field]
}

function textsIn(node: Node): Text[] {
  if (node instanceof Text) return [node]
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

// What is written anew is styled anew, though it is the same.
function set(element: Element | null, field: string) {
  if (element?.getAttribute("data-field") !== field) element?.setAttribute("data-field", field)
}

function unmark(text: Text, fields: string[]) {
  const field = markIn(text.data, fields)
  if (field === undefined) return
  set(text.parentElement, field)
  const plain = unmarked(text.data)
  // Of rich text the mark stands before the first paragraph, where an empty text would take a line.
  if (plain) text.data = plain
  else text.remove()
}

function unmarkNames(element: Element, fields: string[]) {
  for (const name of NAMING) {
    const field = markIn(element.getAttribute(name) ?? "", fields)
    if (field === undefined) continue
    strip(element, name)
    // An icon, or a field to type in, has no other text.
    if (!element.textContent?.trim()) set(element, field)
  }
}

function strip(element: Element, name: string) {
  const before = element.getAttribute(name) ?? ""
  const plain = withoutChanges(unmarked(before))
  if (plain !== before) element.setAttribute(name, plain)
}

/** A text without a mark is part of a drawing, an answer of the server in the words of the site, or part of what stands before it: the second sentence of a title. */
function inherit(text: Text, sourceOf: Marked["sourceOf"]) {
  const parent = text.parentElement
  if (!parent) return
  const source = sourceOf(text.data.trim())
  if (source && parent.closest("svg")) set(parent, source)
  else if (!parent.closest("[data-field]")) set(parent, source ?? nearest(parent))
}

function nearest(element: Element): string {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const marks = [...around.querySelectorAll("[data-field]")]
    const before = marks.filter(
      (one) => one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
    const found = (before.at(-1) ?? marks[0])?.getAttribute("data-field")
    if (found) return found
  }
  return ""
}
