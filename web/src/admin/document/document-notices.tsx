import type { MouseEvent } from "react"
import { CONFLICT } from "@/lib/fault"
import { moment } from "@/lib/format"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import { ConflictDialog } from "./conflict-dialog"
import type { History } from "./history/history"
import { labelsOf } from "./labels"

const GONE = "Someone else deleted this while you were editing it."
const BACK = "Saving it as new brings it back with your text. To let it go, close the form."
const RELOADING =
  "Nothing was overwritten. Reloading replaces your text with the latest version, so copy what you want to keep first."

type Props = {
  recovered?: number
  isOutdated: boolean
  reload: () => void
  /** When changes were made that are neither saved nor in the form. */
  other?: number
  openOther: () => void
  discardOther: () => void
  /** Puts one's own changes on top of the latest version; nothing when that would overwrite something. */
  applyMine?: () => void
  /** There is nothing left to save to. */
  saveAsNew?: () => void
  isConflict: boolean
  openConflict: () => void
  closeConflict: () => void
  form: { getValues: () => unknown; control: object }
  history?: History
}

// The notice goes together with its button: the focus moves to the form, or the dialog, that it stands in.
const away = (act: () => void) => (event: MouseEvent<HTMLElement>) => {
  event.currentTarget.closest<HTMLElement>("form, [role=dialog]")?.focus()
  act()
}

/** What an editor should know about a form before saving it. */
export function DocumentNotices(props: Props) {
  const { recovered, isOutdated, reload, saveAsNew, isConflict, form } = props
  const conflict = saveAsNew
    ? {
        text: GONE,
        did: "Deleted" as const,
        more: BACK,
        action: "Save as new",
        onAction: saveAsNew,
      }
    : {
        text: CONFLICT,
        did: "Changed" as const,
        more: RELOADING,
        action: "Reload",
        onAction: reload,
      }
  return (
    <>
      {saveAsNew && (
        <Notice text={`${GONE} What you typed is still here.`}>
          <Button size="sm" onClick={saveAsNew}>
            Save as new
          </Button>
        </Notice>
      )}
      {!saveAsNew && recovered !== undefined && (
        <Notice text={`Your unsaved changes from ${moment(recovered)} were recovered.`}>
          <Button size="sm" onClick={away(reload)}>
            Discard them
          </Button>
        </Notice>
      )}
      {!saveAsNew && props.other !== undefined && (
        <Notice text={`You also have unsaved changes from ${moment(props.other)}.`}>
          <Button size="sm" onClick={away(props.openOther)}>
            Open them
          </Button>
          <Button size="sm" onClick={away(props.discardOther)}>
            Discard them
          </Button>
        </Notice>
      )}
      {!saveAsNew && isOutdated && (
        <Notice text={CONFLICT}>
          <Button size="sm" onClick={props.openConflict}>
            Reload
          </Button>
        </Notice>
      )}
      {isConflict && (
        <ConflictDialog
          {...conflict}
          values={form.getValues()}
          labels={labelsOf(form)}
          place={props.history?.place}
          onApply={props.applyMine}
          onClose={props.closeConflict}
        />
      )}
    </>
  )
}
