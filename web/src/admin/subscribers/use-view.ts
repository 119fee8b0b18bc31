import { useState } from "react"

export type View = "grid" | "table"

const KEY = "vitrine-admin-subscribers-view"

/** Cards or a table, remembered. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(localStorage.getItem(KEY) === "table" ? "table" : "grid")
  const choose = (next: View) => {
    localStorage.setItem(KEY, next)
    setView(next)
  }
  return [view, choose]
}
