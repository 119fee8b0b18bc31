import { useState } from "react"

/** Gives the focus back to what had it before a dialog opened, or to the head of the page when that is gone. */
export function useReturnFocus() {
  const [before] = useState(() => document.activeElement as HTMLElement | null)
  return (event: Event) => {
    // Radix knows only of triggers of its own, and our dialogs are opened by mounting them.
    event.preventDefault()
    const back = before?.isConnected ? before : document.querySelector<HTMLElement>("main h1")
    back?.focus()
  }
}
