import { type FocusEvent, useMemo, useState } from "react"
import { useMedia } from "@/lib/media"
import { painted } from "@/lib/painted"
import { parseField, type Showing } from "@/lib/preview"
import { BESIDE, makeBench, type View } from "./bench"
import { fieldUnder, landSoon, placeOf } from "./land"

/** What a screen or a dialog has to do with the page that is shown beside it. */
export function useWorkbench() {
  const [bench] = useState(makeBench)
  const [view, setView] = useState<View>("edit")
  const [focus, setFocus] = useState<Showing["focus"]>()
  const [foreign, setForeign] = useState<string>()
  const isBeside = useMedia(BESIDE)
  const shared = useMemo(() => ({ bench, view, setView }), [bench, view])
  // The same as long as it says the same: frames are drawn with each key otherwise.
  const picking = useMemo(() => {
    const onPick = (field: string) => {
      const open = bench.openers.get(parseField(field).document)
      const isHere = !!placeOf(field) || !!open
      setForeign(isHere ? undefined : field)
      if (!isHere) return
      setView("edit")
      landSoon(field, open)
    }
    return { focus, foreign, onForeign: setForeign, onPick }
  }, [bench, focus, foreign])
  const onFocus = ({ target }: FocusEvent) => {
    const under = fieldUnder(target)
    // The caret is seen before the page beside it is scrolled to its field.
    if (under) void painted().then(() => setFocus(under))
  }
  return {
    shared,
    isShown: isBeside || view === "preview",
    onFocus,
    /** For the pane. */
    picking,
  }
}

export type Working = ReturnType<typeof useWorkbench>
