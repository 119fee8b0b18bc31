import type { Declared } from "@/lib/document"
import { mindChange } from "@/lib/trash-time"
import { Confirm } from "@/ui/confirm"
import { useDeletion } from "./use-deletion"

type Props<Row> = {
  declared: Declared<Row, object>
  row: Row
  title: string
  text: string
  /** Which one it is, in words. */
  item: string
  done: string
  failed: string
  onOver: () => void
}

/** Asks whether a document is to be deleted, and deletes it. Mount it to ask. */
export function ConfirmDeletion<Row extends { id: number; version: number }>({
  declared,
  row,
  done,
  failed,
  onOver,
  ...question
}: Props<Row>) {
  const remove = useDeletion(declared, { done, failed })
  return (
    <Confirm
      {...question}
      note={mindChange()}
      action="Delete"
      pendingAction="Deleting..."
      danger
      pending={remove.isPending}
      onCancel={onOver}
      onConfirm={() => remove.mutate(row, { onSettled: onOver })}
    />
  )
}
