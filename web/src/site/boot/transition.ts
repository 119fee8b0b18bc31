const LATE_MS = 16

type Leaving = Event & { viewTransition?: { skipTransition: () => void } | null }

/**
 * A transition is for a page that comes at once. Where the machine is slow, drawing
 * it takes longer than the page that people wait for, which is then shown without. Late is by the
 * time of the event that asked for the page.
 */
export const isLate = (since: number) => performance.now() - since > LATE_MS

/** Leaves out the browser's own transition between two documents where the next one is late. */
export function transition() {
  let pressed = 0
  document.addEventListener("click", ({ timeStamp }) => (pressed = timeStamp), { capture: true })
  addEventListener("pageswap", (event: Leaving) => {
    if (isLate(pressed)) event.viewTransition?.skipTransition()
  })
}

/** A page that is made ready is laid out before it is asked for; the browser would do so when it is shown. */
export function layOut() {
  const { prerendering } = document as Document & { prerendering?: boolean }
  if (prerendering) addEventListener("load", () => void document.body.offsetHeight)
}
