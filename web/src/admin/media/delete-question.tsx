import { counted } from "@/lib/format"
import { mindChange } from "@/lib/trash-time"
import { Button } from "@/ui/button"
import { Confirm } from "@/ui/confirm"
import { Dialog, DialogBody } from "@/ui/dialog"
import type { Media, Use } from "../library/api"
import { useDelete } from "./use-media"

type Props = {
  media: Media
  places: Use[]
  onReplace: () => void
  onCancel: () => void
  onDeleted: () => void
}

/** Asks before a picture goes; one that is shown somewhere names the places. */
export function DeleteQuestion({ media, places, onReplace, onCancel, onDeleted }: Props) {
  const remove = useDelete(onDeleted)
  const confirm = () => remove.mutate({ id: media.id, isUsed: places.length > 0 })
  if (places.length === 0)
    return (
      <Confirm
        title="Delete this picture?"
        text="It is not used anywhere."
        item={media.file_name}
        note={mindChange()}
        action="Delete"
        pendingAction="Deleting..."
        danger
        pending={remove.isPending}
        onConfirm={confirm}
        onCancel={onCancel}
      />
    )
  return (
    <Dialog
      size="narrow"
      title={`This picture is used in ${counted(places.length, "place")}`}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button onClick={onReplace}>Replace instead</Button>
          <Button
            look="danger"
            pending={remove.isPending}
            pendingLabel="Deleting..."
            onClick={confirm}
          >
            Delete anyway
          </Button>
        </>
      }
    >
      <DialogBody>
        <ul className="list-disc pl-5">
          {places.map((use) => (
            <li key={`${use.document} ${use.document_id} ${use.label} ${use.field}`}>
              {use.label} ({use.field})
            </li>
          ))}
        </ul>
        <p className="mt-3 text-ink-2">
          Without it they show a drawing, or nothing. {mindChange()}
        </p>
      </DialogBody>
    </Dialog>
  )
}
