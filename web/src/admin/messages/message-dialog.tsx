import { Reply } from "lucide-react"
import { useState } from "react"
import { cn } from "@/lib/cn"
import { mailto, reply } from "@/lib/mailto"
import { Button, buttonStyle } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { When } from "@/ui/when"
import { useRelease, useSetState } from "./act"
import type { Message } from "./api"
import { DeleteMessage } from "./delete-message"
import { Delivery } from "./delivery"
import { useRead } from "./use-read"
import { WhyHeld } from "./why-held"

type Props = { message: Message; onClose: () => void; onDeleted?: () => void }

export function MessageDialog({ message, onClose, onDeleted = onClose }: Props) {
  const { subject, name, email, created_at } = message
  const [isAsking, setAsking] = useState(false)
  const release = useRelease()
  const set = useSetState()
  useRead(message, () => set.mutate({ message, state: "read" }))
  const isHeld = message.state === "spam"
  return (
    <Dialog
      title={subject}
      description={`Message from ${name}`}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <Button className="md:mr-auto" onClick={() => setAsking(true)}>
            Delete
          </Button>
          <Button onClick={onClose}>Close</Button>
          {isHeld && (
            <Button
              pending={release.isPending}
              pendingLabel="Moving..."
              onClick={() => release.mutate(message.id, { onSuccess: onClose })}
            >
              Not spam
            </Button>
          )}
          <a href={mailto(email, reply(subject))} className={buttonStyle({ look: "primary" })}>
            <Reply aria-hidden="true" /> Reply via Email
          </a>
        </>
      }
    >
      <DialogBody>
        {isHeld && <WhyHeld message={message} />}
        <p className={cn("text-ink-2 wrap-anywhere", isHeld && "mt-5")}>
          {name},{" "}
          <a href={mailto(email)} className="text-link">
            {email}
          </a>
        </p>
        <When at={created_at} className="text-label text-ink-3" />
        <p className="mt-5 leading-relaxed whitespace-pre-wrap wrap-anywhere">{message.message}</p>
        {!isHeld && <Delivery id={message.id} />}
      </DialogBody>
      {isAsking && (
        <DeleteMessage message={message} onDone={onDeleted} onCancel={() => setAsking(false)} />
      )}
    </Dialog>
  )
}
