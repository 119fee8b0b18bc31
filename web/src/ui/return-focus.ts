import { useEffect, useRef, useState } from "react"
import { afterRow } from "./row-focus"

/** Gives the focus back to what had it before a dialog opened; when that is gone, to its neighbour in a list, or else to the head of the page, which stays where it is scrolled to. */
export function useReturnFocus() {
  const [before] = useState(() => document.activeElement as HTMLElement | null)
  const [after] = useState(() => afterRow(before))
  return (event: Event) => {
    // Radix knows only of triggers of its own, and our dialogs are opened by mounting them.
    event.preventDefault()
    const back = before?.isConnected && before !== document.body ? before : after()
    if (back) return back.focus()
    // A dialog that closed together with this one may have given the focus back already.
    if (document.activeElement && document.activeElement !== document.body) return
    focusHead()
  }
}

/** Moves the focus to the head of the page, when what had it goes and nothing takes its place. */
export const focusHead = () =>
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true })

/** Begins at the head of the page when one view takes the place of another without a page in between. */
export function useHead(view: string) {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    window.scrollTo(0, 0)
    focusHead()
  }, [view])
}
