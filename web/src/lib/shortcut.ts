import { type RefObject, useEffect, useEffectEvent } from "react"
import { keysAreOn } from "./keys"

// On a tab that is not shown, or below an open dialog.
const OUT_OF_REACH = "[data-state=inactive], [aria-hidden=true], [inert]"

type Options = {
  enabled?: boolean
  /** What the keys act on: they do nothing while it is out of reach. */
  on?: RefObject<Element | null>
}

/** Runs when Ctrl or Cmd and the key are pressed together. */
export function useCommandKey(key: string, run: () => void, { enabled = true, on }: Options = {}) {
  const act = useEffectEvent(run)
  useEffect(() => {
    if (!enabled) return
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== key) return
      event.preventDefault()
      if (!on?.current?.closest(OUT_OF_REACH)) act()
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [key, enabled, on])
}

/** Does what Ctrl and the key do. */
export const pressCommand = (key: string) =>
  window.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true }))

// Where keys have a meaning of their own.
const TYPING =
  "input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]"

/** Runs when the key is pressed alone, nothing is being typed, and the person has such keys on. */
export function useKey(key: string, run: () => void, { enabled = true }: Options = {}) {
  const act = useEffectEvent(run)
  useEffect(() => {
    if (!enabled) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
      if (!keysAreOn() || (event.target as HTMLElement).closest?.(TYPING)) return
      event.preventDefault()
      act()
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [key, enabled])
}
