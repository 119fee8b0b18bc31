import { useTheme } from "./theme"

export type Ground = "light" | "dark"

/** Whether the back-office is light or dark right now. */
export function useGround(): Ground {
  const theme = useTheme()
  if (theme !== "system") return theme
  return window.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light"
}
