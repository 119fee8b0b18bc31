import { mindChange } from "@/lib/trash-time"
import { Confirm } from "@/ui/confirm"
import { useDelete } from "./act"
import type { Application } from "./stages"

type Props = { row: Application; onDone: () => void; onCancel: () => void }

/** Asks before an application goes to Trash. */
export function DeleteQuestion({ row, onDone, onCancel }: Props) {
  const remove = useDelete()
  return (
    <Confirm
      danger
      title="Are you sure?"
      text={
        <>
          This action cannot be undone. This will permanently delete the application of{" "}
          <strong>{row.name}</strong> for {row.job_title}, with the CV, notes and mails.
        </>
      }
      note={mindChange()}
      action="Delete"
      pendingAction="Deleting..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate(row.id, { onSuccess: onDone })}
      onCancel={onCancel}
    />
  )
}
