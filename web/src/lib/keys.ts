import { useSyncExternalStore } from "react"

const KEY = "vitrine-admin-keys"
const listeners = new Set<() => void>()

/** Whether a letter alone does something on a screen. Who dictates or presses keys by accident turns that off. */
export const keysAreOn = () => localStorage.getItem(KEY) !== "off"

export function turnKeys(isOn: boolean) {
  if (isOn) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, "off")
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", listener)
  }
}

export const useKeysOn = () => useSyncExternalStore(subscribe, keysAreOn)
