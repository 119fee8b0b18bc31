let nearby: IntersectionObserver | undefined

/**
 * Has the drawing above the footer fetched once a visitor comes near it: the browser takes as long
 * to read it as for the rest of the page. A page that is made ready is not near its end.
 */
export function footerArt() {
  nearby?.disconnect()
  const footer = document.querySelector(".ft")
  if (!footer || document.documentElement.hasAttribute("data-end")) return
  nearby = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return
      document.documentElement.toggleAttribute("data-end", true)
      nearby?.disconnect()
    },
    { rootMargin: "600px" },
  )
  nearby.observe(footer)
}
