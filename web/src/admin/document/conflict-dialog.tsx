import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { CONFLICT } from "@/lib/fault"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Textarea } from "@/ui/input"
import { asText } from "./as-text"

type Props = { values: unknown; reload: () => void; close: () => void }

/** Two people changed one document: nothing was overwritten, and one's own text can be taken along. */
export function ConflictDialog({ values, reload, close }: Props) {
  const [isCopied, setCopied] = useState(false)
  const text = asText(values)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Dialog
      title="Not saved"
      size="narrow"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Keep my text</Button>
          <Button look="primary" onClick={reload}>
            Reload
          </Button>
        </>
      }
    >
      <DialogBody className="grid gap-4">
        <p>{CONFLICT}</p>
        <p className="text-ink-2">
          Nothing was overwritten. Reloading replaces your text with the latest version, so copy
          what you want to keep first.
        </p>
        <Textarea readOnly rows={8} value={text} aria-label="Your text" />
        <Button className="justify-self-start" onClick={copy}>
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {isCopied ? "Copied" : "Copy my text"}
        </Button>
      </DialogBody>
    </Dialog>
  )
}
