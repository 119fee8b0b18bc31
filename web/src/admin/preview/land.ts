import { fieldOf, parseField } from "@/lib/preview"
import { toggleOf } from "@/ui/fold"
import type { Opener } from "./bench"

const CONTROL = "input:not([type=file]), select, textarea, [contenteditable=true], [role=combobox]"
/** Of choices that are buttons, the one that was made. */
const CHOSEN = "[aria-pressed=true]"

/** The place of a field in the forms that are on the screen: its own, or that of the list it is in. */
export function placeOf(field: string): HTMLElement | undefined {
  const { document: name, id, path } = parseField(field)
  const forms = [...document.querySelectorAll<HTMLElement>(`form[data-document="${name}"]`)]
  const parts = path.split(".")
  for (let length = parts.length; length > 0; length--) {
    const at = CSS.escape(parts.slice(0, length).join("."))
    for (const form of forms) {
      if (id && form.dataset.id !== id) continue
      const found = form.querySelector<HTMLElement>(`[data-path="${at}"]`)
      if (found) return found
    }
  }
}

/** Puts the focus into the field, and opens the tab or the row that it is in. */
export function land(field: string): boolean {
  const place = placeOf(field)
  const control =
    place?.querySelector<HTMLElement>(CONTROL) ?? place?.querySelector<HTMLElement>(CHOSEN)
  if (!place || !control) return false
  const panel = place.closest<HTMLElement>("[role=tabpanel][data-state=inactive]")
  // A tab that gets the focus opens.
  if (panel) document.getElementById(panel.getAttribute("aria-labelledby") ?? "")?.focus()
  if (panel?.dataset.state === "inactive") return false
  const toggle = toggleOf(place)
  if (toggle) {
    toggle.click()
    return false
  }
  control.focus({ preventScroll: true })
  place.scrollIntoView?.({ block: "center" })
  // What is out of sight takes no focus until it is shown.
  return document.activeElement === control
}

const PATIENCE = 10_000

/** What a person does who does not wait. */
const ACTS = ["wheel", "touchmove", "pointerdown", "keydown"]

/** The same for a field whose form is on its way, or in a row that is to be opened first. Whoever scrolls, presses or types meanwhile has gone elsewhere. */
export function landSoon(field: string, open?: Opener) {
  const end = Date.now() + PATIENCE
  const { document: name, id, path } = parseField(field)
  let wanted = field
  let isOpen = !open || !!placeOf(field)
  const left = new AbortController()
  for (const act of ACTS)
    addEventListener(act, () => left.abort(), {
      capture: true,
      passive: true,
      signal: left.signal,
    })
  const tryNow = () => {
    if (left.signal.aborted) return
    isOpen ||= !!placeOf(field)
    const row = isOpen ? undefined : open?.(id, path)
    if (row !== undefined) {
      isOpen = true
      wanted = fieldOf(name, row, path)
    }
    if ((isOpen && land(wanted)) || Date.now() >= end) left.abort()
    else requestAnimationFrame(tryNow)
  }
  tryNow()
}

/** The field that an element of a form is about, and what it is called. */
export function fieldUnder(target: Element): { field: string; label: string } | undefined {
  const place = target.closest<HTMLElement>("[data-path]")
  // What follows another document is a field of that one.
  const home = place?.closest<HTMLElement>("[data-document]")
  if (!place || !home) return undefined
  const { document: name = "", id = "" } = home.dataset
  return { field: fieldOf(name, id, place.dataset.path ?? ""), label: place.dataset.name ?? "" }
}
