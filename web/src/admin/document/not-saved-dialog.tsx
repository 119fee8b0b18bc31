import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { CopyText } from "./copy-text"

type Props = {
  text: string
  more: string
  action: string
  onAction: () => void
  isPending: boolean
  values: unknown
  labels: (path: string) => string | undefined
  onClose: () => void
}

/** A save that could not be: why, what can be done, and one's own text to take along. */
export function NotSavedDialog(props: Props) {
  const { text, more, action, onAction, isPending, values, labels, onClose } = props
  return (
    <Dialog
      title="Not saved"
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <CopyText values={values} labels={labels} />
          <Button look="primary" data-first pending={isPending} onClick={onAction}>
            {action}
          </Button>
        </>
      }
    >
      <DialogBody className="grid gap-2">
        <p className="wrap-anywhere">{text}</p>
        <p className="text-ink-2">{more}</p>
      </DialogBody>
    </Dialog>
  )
}
