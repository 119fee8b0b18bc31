import { useEffect, useState } from "react"
import type { PageData } from "./data"
import { moveInPlace } from "./in-place"

export type View = {
  path: string
  /** Nothing while a list is on its way. */
  page: PageData | null
  /** The slug of the job whose title moves in the transition. */
  moving?: string
}

/** What is shown: the page that came, or one that was opened in its place. */
export function useInPlace(first: PageData): View {
  const [view, setView] = useState<View>({ path: first.path, page: first })
  useEffect(() => moveInPlace(first, setView), [first])
  return view
}
