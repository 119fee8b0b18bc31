import { useState } from "react"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import type { Message } from "./api"
import { DeleteMessage } from "./delete-message"
import { useRelease } from "./mail"

/** Why a message is held back, and what staff can do about it. */
export function Quarantine({ message, onDone }: { message: Message; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const release = useRelease()
  return (
    <>
      <Notice text="This message looks like spam. Nobody was mailed about it.">
        <Button size="sm" disabled={release.isPending} onClick={() => setAsking(true)}>
          Delete
        </Button>
        <Button
          size="sm"
          look="primary"
          pending={release.isPending}
          pendingLabel="Releasing..."
          onClick={() => release.mutate(message.id, { onSuccess: onDone })}
        >
          Release
        </Button>
      </Notice>
      <Reasons message={message} />
      {isAsking && (
        <DeleteMessage message={message} onDone={onDone} onCancel={() => setAsking(false)} />
      )}
    </>
  )
}

function Reasons({ message: { spam_reasons } }: { message: Message }) {
  if (!spam_reasons?.length) return null
  return (
    <ul aria-label="Why" className="mb-5 list-disc pl-4.5 text-label text-ink-2">
      {spam_reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
