import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { copy } from "@/lib/clipboard"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Textarea } from "@/ui/input"
import { asHtml, asText } from "./as-text"
import type { Place } from "./history/revisions"
import { SavedBy } from "./saved-by"

type Props = {
  /** What someone else did. */
  text: string
  /** What the action does to one's own text. */
  more: string
  action: string
  onAction: () => void
  values: unknown
  labels: (path: string) => string | undefined
  /** Where to ask who it was. */
  place?: Place
  did: "Changed" | "Deleted"
  /** Puts one's own changes on top of the latest version, where both can stay. */
  onApply?: () => void
  onClose: () => void
}

/** Two people changed one document: nothing was overwritten, and one's own text can be taken along. */
export function ConflictDialog(props: Props) {
  const { text, more, action, onAction, values, labels, place, did, onApply, onClose } = props
  const [isCopied, setCopied] = useState(false)
  const typed = asText(values, labels)
  return (
    <Dialog
      title="Not saved"
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep my text</Button>
          <Button look="primary" onClick={onAction}>
            {action}
          </Button>
        </>
      }
    >
      <DialogBody className="grid gap-4">
        <p>{text}</p>
        {place && <SavedBy place={place} did={did} />}
        <p className="text-ink-2">{more}</p>
        <Textarea readOnly rows={8} value={typed} aria-label="Your text" />
        <Button
          className="justify-self-start"
          onClick={async () => setCopied(await copy(typed, asHtml(values, labels)))}
        >
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {isCopied ? "Copied" : "Copy my text"}
        </Button>
        {onApply && (
          <>
            <p className="text-ink-2">The fields that you changed were changed by nobody else.</p>
            <Button className="justify-self-start" onClick={onApply}>
              Apply my changes to the latest version
            </Button>
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}
