const root = document.documentElement

// State lives on <html>, outside React's tree: hydration never finds an attribute it did not write.
export function scroll() {
  const update = () => {
    const y = markScrolled()
    const room = root.scrollHeight - window.innerHeight
    root.toggleAttribute("data-hint", y <= 100 && room > 100)
    root.toggleAttribute("data-far", y > 600)
  }
  addEventListener("scroll", update, { passive: true })
  addEventListener("resize", update, { passive: true })
  // Comes with the first frame, once it is laid out, and when pages that open in place, and pictures that come late, change the height.
  new ResizeObserver(update).observe(document.body)
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest?.(".hint, .top")
    if (!button) return
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth"
    if (button.matches(".hint")) scrollBy({ top: window.innerHeight - 72, behavior })
    else {
      scrollTo({ top: 0, behavior })
      document.querySelector<HTMLElement>(".brand")?.focus({ preventScroll: true })
    }
  })
}

/** Has the header stand out from what is beneath it. */
export function markScrolled(): number {
  const y = window.scrollY
  root.toggleAttribute("data-scrolled", y > 10)
  return y
}
