import { useSyncExternalStore } from "react"

export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

const KEY = "vitrine-admin-theme"
const listeners = new Set<() => void>()

export function theme(): Theme {
  const kept = localStorage.getItem(KEY)
  return THEMES.find((one) => one === kept) ?? "system"
}

export function applyTheme() {
  const chosen = theme()
  if (chosen === "system") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

export function setTheme(chosen: Theme) {
  localStorage.setItem(KEY, chosen)
  applyTheme()
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, theme)
}
