import { Reply } from "lucide-react"
import { useState } from "react"
import { shortDate } from "@/lib/format"
import { mailto, reply } from "@/lib/mailto"
import { Button, buttonStyle } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import type { Message } from "./api"
import { DeleteMessage } from "./delete-message"
import { Delivery } from "./delivery"
import { Quarantine } from "./quarantine"

export function MessageDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { subject, name, email, created_at } = message
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog
      title={subject}
      description={`Message from ${name}`}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          {!message.quarantined_at && (
            <Button className="md:mr-auto" onClick={() => setAsking(true)}>
              Delete
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
          <a href={mailto(email, reply(subject))} className={buttonStyle({ look: "primary" })}>
            <Reply aria-hidden="true" /> Reply via Email
          </a>
        </>
      }
    >
      <DialogBody>
        {message.quarantined_at && <Quarantine message={message} onDone={onClose} />}
        <p className="text-ink-2 wrap-anywhere">
          {name},{" "}
          <a href={mailto(email)} className="text-link">
            {email}
          </a>
        </p>
        <time dateTime={created_at} className="text-label text-ink-3">
          {shortDate(created_at)}
        </time>
        <p className="mt-5 leading-relaxed whitespace-pre-wrap wrap-anywhere">{message.message}</p>
        {!message.quarantined_at && <Delivery id={message.id} />}
      </DialogBody>
      {isAsking && (
        <DeleteMessage message={message} onDone={onClose} onCancel={() => setAsking(false)} />
      )}
    </Dialog>
  )
}
