/** No frame is drawn while the page is hidden. */
const AT_MOST_MS = 100

/** Resolves once the next frame is drawn, or soon where there is none: what was pressed is seen before the work that it asks for takes the processor. */
export const painted = () =>
  new Promise<void>((next) => {
    requestAnimationFrame(() => setTimeout(next))
    setTimeout(next, AT_MOST_MS)
  })

/** Some browsers keep to themselves when they paint. */
const UNTOLD_MS = 10_000

/** Resolves once the first content of the page was shown. */
export const shown = () =>
  new Promise<void>((next) => {
    if (!window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return next()
    const paints = new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length === 0) return
      paints.disconnect()
      next()
    })
    paints.observe({ type: "paint", buffered: true })
    setTimeout(next, UNTOLD_MS)
  })
