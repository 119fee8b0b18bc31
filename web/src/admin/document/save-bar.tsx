import { Button } from "@/ui/button"

type Props = { isDirty: boolean; isSaving: boolean }

/** The foot of a form, always in reach however long the form is. */
export function SaveBar({ isDirty, isSaving }: Props) {
  return (
    <div className="save-bar">
      <p role="status" className="text-label text-ink-3">
        {isDirty ? "Unsaved changes" : ""}
      </p>
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
