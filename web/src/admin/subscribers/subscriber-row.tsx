import { longDate } from "@/lib/format"
import type { Subscriber } from "./api"
import { Automatic } from "./automatic"
import { EmailEdit } from "./email-edit"
import { SubscriberActions } from "./subscriber-actions"
import type { Edit } from "./use-edit"

type Props = {
  index: number
  measure: (row: Element | null) => void
  subscriber: Subscriber
  edit: Edit
  onDelete: () => void
}

export function SubscriberRow({ index, measure, subscriber, edit, onDelete }: Props) {
  const { email, created_at } = subscriber
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      {edit.of && edit.isIn(subscriber) ? (
        <td colSpan={3}>
          <EmailEdit edit={edit} of={edit.of} />
        </td>
      ) : (
        <>
          <td>
            <span className="block truncate font-medium" title={email}>
              {email}
            </span>
          </td>
          <td className="text-ink-2 tabular-nums">
            <time dateTime={created_at}>{longDate(created_at)}</time>{" "}
            <Automatic subscriber={subscriber} />
          </td>
          <td>
            <div className="-mr-1.5 flex justify-end">
              <SubscriberActions
                subscriber={subscriber}
                onEdit={() => void edit.start(subscriber)}
                onDelete={onDelete}
              />
            </div>
          </td>
        </>
      )}
    </tr>
  )
}
