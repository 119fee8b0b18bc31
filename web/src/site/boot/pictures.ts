import { SHOWN } from "./events"

/**
 * What does not wait for React when an address gives no picture: a logo leaves
 * its plate's place at once. What stands for a portrait is drawn by React, which is called.
 */
export function pictures(react: () => void) {
  const lose = (img: HTMLImageElement) => {
    img.toggleAttribute("data-lost", true)
    if (!img.closest(".plate")) react()
  }
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLImageElement) lose(target)
    },
    { capture: true },
  )
  // Those that failed before this script, or while their page was away, fire no event any more.
  const look = () => {
    for (const img of document.images) if (img.complete && img.naturalWidth === 0) lose(img)
  }
  look()
  addEventListener(SHOWN, look)
}
