import { useEffect, useState } from "react"
import { Button } from "@/ui/button"
import type { History } from "./history/history"
import { HistoryButton } from "./history/history-button"
import { SavedLine } from "./history/saved-line"

type Props = {
  isDirty: boolean
  isSaving: boolean
  /** When it was saved from here. */
  savedAt?: number
  history?: History
  /** There is nothing left to save to. */
  saveAsNew?: () => void
}

/** The foot of a form, always in reach however long the form is. */
export function SaveBar({ isDirty, isSaving, savedAt, history, saveAsNew }: Props) {
  const isJustSaved = useJust(savedAt) && !isDirty
  const state = isDirty ? "Unsaved changes" : isJustSaved ? "Saved and on the site" : "No changes"
  const known = saveAsNew ? undefined : history
  return (
    <div className="save-bar">
      <div className="save-state">
        <p role="status" className={isJustSaved ? "text-label text-ok" : "text-label text-ink-2"}>
          {state}
        </p>
        {known && <SavedLine place={known.place} isJustSaved={isJustSaved} />}
      </div>
      {known && <HistoryButton history={known} />}
      <Button
        type="submit"
        look="primary"
        pending={isSaving}
        pendingLabel="Saving..."
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save Changes
      </Button>
    </div>
  )
}

const SHOWN_FOR = 5000

/** Whether something happened a moment ago. */
function useJust(at: number | undefined): boolean {
  const [past, setPast] = useState<number>()
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(() => setPast(at), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [at])
  return at !== undefined && at !== past
}
