import { useState } from "react"
import { afterRow } from "./row-focus"

/** Gives the focus back to what had it before a dialog opened; when that is gone, to its neighbour in a list or the head of the page. */
export function useReturnFocus() {
  const [before] = useState(() => document.activeElement as HTMLElement | null)
  const [after] = useState(() => afterRow(before))
  return (event: Event) => {
    // Radix knows only of triggers of its own, and our dialogs are opened by mounting them.
    event.preventDefault()
    const head = () => document.querySelector<HTMLElement>("main h1")
    const back = before?.isConnected ? before : (after() ?? head())
    back?.focus()
  }
}
