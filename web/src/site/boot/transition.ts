const LATE_MS = 25

type Leaving = Event & { viewTransition?: { skipTransition: () => void } | null }

/**
 * A transition is for a page that comes at once. Where the machine is slow, drawing
 * it takes longer than the page that people wait for, which is then shown without.
 */
export function transition() {
  let pressed = 0
  document.addEventListener("click", ({ timeStamp }) => (pressed = timeStamp), { capture: true })
  addEventListener("pageswap", (event: Leaving) => {
    if (performance.now() - pressed > LATE_MS) event.viewTransition?.skipTransition()
  })
}

/** A page that is made ready is laid out before it is asked for; the browser would do so when it is shown. */
export function layOut() {
  const { prerendering } = document as Document & { prerendering?: boolean }
  if (prerendering) addEventListener("load", () => void document.body.offsetHeight)
}
