import { useQuery } from "@tanstack/react-query"
import { copy } from "@/lib/clipboard"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import { type Subscriber, subscriber } from "./api"
import type { Edit } from "./use-edit"

type Props = { edit: Edit; of: Subscriber }

/** Says that the subscriber being edited was deleted, and gives back what was typed. */
export function EditGone({ edit, of }: Props) {
  const { data } = useQuery({ ...subscriber(of.id), initialData: of })
  if (data !== null) return null
  return (
    <Notice
      text={`Someone else deleted ${of.email} while you were editing it. You typed ${edit.typed}.`}
    >
      <Button size="sm" onClick={() => void copy(edit.typed)}>
        Copy my text
      </Button>
      <Button size="sm" onClick={() => edit.stop(of)}>
        Close
      </Button>
    </Notice>
  )
}
