import { mindChange } from "@/lib/trash-time"
import { Confirm } from "@/ui/confirm"
import { useDeleteMessage } from "./act"
import type { Message } from "./api"

type Props = { message: Message; onDone: () => void; onCancel: () => void }

/** Asks before a message goes for good. */
export function DeleteMessage({ message, onDone, onCancel }: Props) {
  const remove = useDeleteMessage()
  return (
    <Confirm
      danger
      title="Are you sure?"
      text={
        <>
          This action cannot be undone. This will permanently delete the message{" "}
          <strong>{message.subject}</strong> from {message.name}, with the mails about it.
        </>
      }
      note={mindChange()}
      action="Delete"
      pendingAction="Deleting..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate(message.id, { onSuccess: onDone })}
      onCancel={onCancel}
    />
  )
}
