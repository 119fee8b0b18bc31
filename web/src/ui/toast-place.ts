// The corner, above a bar that stands in the corner, the other corner, or the top of the screen.
const PLACES = ["corner", "raised", "left", "top"]

// What is pressed to save, to close, and to go elsewhere.
const ACTIONS =
  "[type=submit], .save-bar button, .sheet-foot button, .drawer-foot button, [role=dialog] > header button, .top-bar button, .tab-bar > *"

const MODAL = "[role=dialog], [role=alertdialog]"

/** Puts the toasts in the first place where they cover neither an action nor what has the focus; failing that, as few as can be. */
export function standClear(toasts: HTMLElement) {
  const focused = document.activeElement
  if (toasts.contains(focused)) return
  // A modal dialog keeps everything below it from being pressed.
  const within = [...document.querySelectorAll(MODAL)].at(-1) ?? document
  const actions = [...within.querySelectorAll(ACTIONS)]
  // Only what holds others, such as a screen or a dialog, is focused by programs alone.
  if (focused?.matches(":not(body, [tabindex='-1'])")) actions.push(focused)
  const boxes = actions.map((action) => action.getBoundingClientRect())
  const covered = PLACES.map((place) => {
    toasts.dataset.place = place
    const own = toasts.getBoundingClientRect()
    return boxes.filter((box) => overlap(own, box)).length
  })
  toasts.dataset.place = PLACES[covered.indexOf(Math.min(...covered))]
}

const AIR = 8

const overlap = (a: DOMRect, b: DOMRect) =>
  a.left - AIR < b.right &&
  b.left - AIR < a.right &&
  a.top - AIR < b.bottom &&
  b.top - AIR < a.bottom
