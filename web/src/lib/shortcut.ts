import { useEffect, useEffectEvent } from "react"

/** Runs when Ctrl or Cmd and the key are pressed together. */
export function useCommandKey(key: string, run: () => void, enabled = true) {
  const act = useEffectEvent(run)
  useEffect(() => {
    if (!enabled) return
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== key) return
      event.preventDefault()
      act()
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [key, enabled])
}

/** Runs when the key is pressed alone and nothing is being typed. */
export function useKey(key: string, run: () => void) {
  const act = useEffectEvent(run)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.closest("input, textarea, select, [contenteditable=true], [role=dialog]")) return
      event.preventDefault()
      act()
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [key])
}
