import { CONFLICT } from "@/lib/fault"
import { moment } from "@/lib/format"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import { ConflictDialog } from "./conflict-dialog"

const GONE = "Someone else deleted this while you were editing it."
const BACK = "Saving it as new brings it back with your text. To let it go, close the form."
const RELOADING =
  "Nothing was overwritten. Reloading replaces your text with the latest version, so copy what you want to keep first."

type Props = {
  recovered?: number
  isOutdated: boolean
  reload: () => void
  /** There is nothing left to save to. */
  saveAsNew?: () => void
  isConflict: boolean
  openConflict: () => void
  closeConflict: () => void
  form: { getValues: () => unknown }
}

/** What an editor should know about a form before saving it. */
export function DocumentNotices(props: Props) {
  const { recovered, isOutdated, reload, saveAsNew, isConflict, form } = props
  const conflict = saveAsNew
    ? { text: GONE, more: BACK, action: "Save as new", onAction: saveAsNew }
    : { text: CONFLICT, more: RELOADING, action: "Reload", onAction: reload }
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
          <Button size="sm" onClick={reload}>
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
        <ConflictDialog {...conflict} values={form.getValues()} onClose={props.closeConflict} />
      )}
    </>
  )
}
