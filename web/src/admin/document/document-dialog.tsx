import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from "react"
import type { FieldValues } from "react-hook-form"
import { useCommandKey } from "@/lib/shortcut"
import { useDialogAsks } from "@/lib/unsaved"
import { Dialog, DialogBody } from "@/ui/dialog"
import { FormFoot } from "@/ui/form-foot"
import { DocumentNotices } from "./document-notices"
import { HistoryButton } from "./history/history-button"
import { Offline } from "./offline"
import { Present } from "./presence"
import type { DocumentForm } from "./use-document-form"

type Props<Values extends FieldValues> = {
  title: string
  editing: DocumentForm<Values>
  /** What the button that saves says. */
  action: string
  /** What it says while the save is on its way. */
  pendingAction?: string
  disabled?: boolean
  size?: "form" | "narrow" | "window"
  tall?: boolean
  aside?: ReactNode
  /** Stands beside the form, or in its place when only that is looked at. */
  beside?: ReactNode
  view?: "edit" | "preview"
  onFocus?: (event: FocusEvent) => void
  onClose: () => void
  children: ReactNode
}

/** The form of one document in a dialog. */
export function DocumentDialog<Values extends FieldValues>(props: Props<Values>) {
  const { editing, action, pendingAction, disabled, onClose, children, ...rest } = props
  const { beside, view = "edit", onFocus, ...frame } = rest
  const id = useId()
  const { box } = editing
  useCommandKey("s", editing.submit, { enabled: editing.isDirty && !disabled, on: box })
  useLocked(box, editing.isSaving)
  // What is on its way cannot be taken back.
  const mayLeave = async () => !editing.isSaving && (await editing.mayLeave())
  useDialogAsks(mayLeave)
  const close = async () => {
    if (await mayLeave()) onClose()
  }
  return (
    <Dialog
      {...frame}
      tools={
        editing.history && !editing.bringBack && <HistoryButton history={editing.history} small />
      }
      onClose={() => void close()}
      footer={
        <FormFoot
          form={id}
          action={action}
          disabled={disabled}
          pending={editing.isSaving}
          pendingLabel={pendingAction ?? "Saving..."}
          onCancel={() => void close()}
        />
      }
    >
      <div className={beside === undefined ? "contents" : "work-dialog"} data-view={view}>
        <DialogBody>
          <Offline />
          <DocumentNotices {...editing} />
          <form
            ref={box}
            id={id}
            noValidate
            onSubmit={editing.submit}
            onFocus={onFocus}
            data-document={editing.declared.of ?? editing.declared.name}
            data-id={editing.id}
          >
            <Present value={editing.others}>{children}</Present>
          </form>
        </DialogBody>
        {beside}
      </div>
    </Dialog>
  )
}

// The dialog closes when its save is done, so nothing can be typed until then. The focus waits on the dialog itself.
function useLocked(form: RefObject<HTMLFormElement | null>, isLocked: boolean) {
  const before = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const own = form.current
    const sheet = own?.closest<HTMLElement>("[role=dialog]")
    const active = document.activeElement as HTMLElement | null
    own?.toggleAttribute("inert", isLocked)
    if (!isLocked && active === sheet) before.current?.focus()
    before.current = isLocked && own?.contains(active) ? active : null
    if (before.current) sheet?.focus()
  }, [form, isLocked])
}
