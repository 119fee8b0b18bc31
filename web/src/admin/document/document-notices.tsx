import { CONFLICT } from "@/lib/fault"
import { time } from "@/lib/format"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import { ConflictDialog } from "./conflict-dialog"

type Props = {
  recovered?: number
  isOutdated: boolean
  reload: () => void
  conflict?: { reload: () => void; close: () => void }
  form: { getValues: () => unknown }
}

/** What an editor should know about a form before saving it. */
export function DocumentNotices({ recovered, isOutdated, reload, conflict, form }: Props) {
  return (
    <>
      {recovered !== undefined && (
        <Notice text={`Your unsaved changes from ${time(recovered)} were recovered.`}>
          <Button size="sm" onClick={reload}>
            Discard them
          </Button>
        </Notice>
      )}
      {isOutdated && recovered === undefined && (
        <Notice text={CONFLICT}>
          <Button size="sm" onClick={reload}>
            Reload
          </Button>
        </Notice>
      )}
      {conflict && <ConflictDialog {...conflict} values={form.getValues()} />}
    </>
  )
}
