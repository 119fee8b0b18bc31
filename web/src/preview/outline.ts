import type { Showing } from "@/lib/preview"
import { openMenuFor } from "./header"
import "./outline.css"

const boxes = new Map<string, HTMLElement>()

/** "focus", "hover", and "other" with the number of whom it is about. */
function boxOf(kind: string): HTMLElement {
  let box = boxes.get(kind)
  if (!box) {
    box = document.createElement("div")
    box.className = `pv-${kind.replace(/\d/g, "")}`
    box.setAttribute("aria-hidden", "true")
    document.body.append(box)
    boxes.set(kind, box)
  }
  return box
}

const quoted = (field: string) => `[data-field="${CSS.escape(field)}"]`

const isShown = (element: Element) =>
  element.getClientRects().length > 0 && !element.closest("dialog:not([open])")

/** What covers the top of a page that is scrolled. */
const HEADER = 72

const isInSight = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight

/** The elements that show a field, of one place: a title has as many as it has lines. */
function elementsOf(field: string): Element[] {
  const all = [...document.querySelectorAll(quoted(field))].filter(isShown)
  const first = all.find((one) => isInSight(one.getBoundingClientRect())) ?? all[0]
  return all.filter((one) => one.parentElement === first?.parentElement)
}

function around(elements: Element[]): DOMRect | undefined {
  const rects = elements.map((one) => one.getBoundingClientRect())
  if (rects.length === 0) return undefined
  const left = Math.min(...rects.map((rect) => rect.left))
  const top = Math.min(...rects.map((rect) => rect.top))
  const right = Math.max(...rects.map((rect) => rect.right))
  const bottom = Math.max(...rects.map((rect) => rect.bottom))
  return new DOMRect(left, top, right - left, bottom - top)
}

function place(kind: string, field: string | undefined) {
  const box = boxOf(kind)
  const rect = field === undefined ? undefined : around(elementsOf(field))
  box.hidden = !rect
  if (!rect) return
  Object.assign(box.style, {
    left: `${rect.left}px`,
    top: `${rect.top}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
  })
  // Above the element, or below it where that would cover what stands above.
  const isAbove = rect.top >= 48 && (!isText(rect, rect.top - 22) || isText(rect, rect.bottom + 22))
  box.toggleAttribute("data-below", !isAbove)
}

const isText = ({ left }: DOMRect, y: number) =>
  !!document.elementFromPoint(left + 4, y)?.closest("[data-field]")

let focused: string | undefined
let opened: string | undefined
let hovered: string | undefined
let others: NonNullable<Showing["others"]> = []

/** Outlines the field that has the focus. It is scrolled to when it got it just now and is out of sight. */
export function outline({ path, about, focus, marks, others: present = [] }: Showing) {
  const size = String(1 / (marks?.scale ?? 1))
  const { style } = document.documentElement
  if (style.getPropertyValue("--pv") !== size) style.setProperty("--pv", size)
  const isNew = focus?.field !== focused
  focused = focus?.field
  boxOf("focus").dataset.name = focus?.label ?? ""
  for (const at of others.keys()) if (at >= present.length) place(`other${at}`, undefined)
  others = present
  openAt(path, about)
  if (isNew && focused !== undefined) reveal(focused)
  draw()
}

function reveal(field: string) {
  const rect = around(elementsOf(field))
  if (!rect || (rect.top >= 0 && rect.bottom <= innerHeight)) return
  scrollBy({ top: rect.top - Math.max(80, (innerHeight - rect.height) / 2), behavior: "instant" })
}

/** Scrolls to what the screen is about when none of it is in sight: once, then the page is the person's. */
function openAt(path: string, about: string[] = []) {
  const place = `${path} ${about}`
  if (opened === place) return
  const starts = about.map((document) => `[data-field^="${CSS.escape(document)}/"]`)
  const all = starts.length > 0 ? [...document.querySelectorAll(starts.join())] : []
  const shown = all.filter(isShown)
  // What a screen is about may be on its way.
  if (about.length > 0 && all.length === 0) return
  opened = place
  const [first] = shown
  if (!first) return openMenuFor(all)
  if (shown.some((one) => isInSight(one.getBoundingClientRect()))) return
  const part = first.closest("section, footer") ?? first
  scrollBy({ top: part.getBoundingClientRect().top - HEADER, behavior: "instant" })
}

function draw() {
  place("focus", focused)
  place("hover", hovered === focused ? undefined : hovered)
  for (const [at, { field, label }] of others.entries()) {
    boxOf(`other${at}`).dataset.name = label
    place(`other${at}`, field === focused ? undefined : field)
  }
}

const fieldAt = (target: EventTarget | null) =>
  (target as Element | null)?.closest?.("[data-field]")?.getAttribute("data-field") ?? undefined

/** Keeps the outlines where their elements are, and tells what was pressed. */
export function watch(onPick: (field: string) => void) {
  const hover = (field: string | undefined) => {
    hovered = field
    draw()
  }
  document.addEventListener("pointerover", ({ target }) => hover(fieldAt(target)), {
    passive: true,
  })
  document.documentElement.addEventListener("pointerleave", () => hover(undefined))
  for (const event of ["scroll", "resize"])
    addEventListener(event, draw, { passive: true, capture: true })
  document.addEventListener("click", ({ target }) => {
    const field = fieldAt(target)
    if (field) onPick(field)
  })
  // Pictures and faces that come late move what stands below them.
  new ResizeObserver(draw).observe(document.body)
}
