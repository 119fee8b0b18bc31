import { Copy } from "lucide-react"
import { copy } from "@/lib/clipboard"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import type { Handover } from "./api"

/** Shows the link of an invitation, this once, to be handed over by hand. */
export function HandoverDialog({ of, onClose }: { of: Handover; onClose: () => void }) {
  const copyLink = async () => {
    if (await copy(of.link)) toast.success("Copied to clipboard", `The link for ${of.email}`)
  }
  return (
    <Dialog
      title={`Invitation for ${of.email}`}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" onClick={copyLink}>
            <Copy aria-hidden="true" /> Copy link
          </Button>
        </>
      }
    >
      <DialogBody>
        <p className="mb-4 text-ink-2">
          Mail reaches nobody, so hand this link over yourself. Whoever opens it chooses the
          password of this account: it is shown only now, works once, and ends after seven days.
        </p>
        <Field label="Link">
          {(control) => (
            <Input
              {...control}
              readOnly
              value={of.link}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </DialogBody>
    </Dialog>
  )
}
