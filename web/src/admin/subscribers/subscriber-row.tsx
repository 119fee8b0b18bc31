import type { RowProps } from "@/ui/virtual-rows"
import { When } from "@/ui/when"
import type { Subscriber } from "./api"
import { Automatic } from "./automatic"
import { EmailEdit } from "./email-edit"
import { StateBadge, StateNote } from "./state"
import { SubscriberActions } from "./subscriber-actions"
import type { Edit } from "./use-edit"

type Props = {
  place: RowProps
  subscriber: Subscriber
  edit: Edit
  onDelete: () => void
}

export function SubscriberRow({ place, subscriber, edit, onDelete }: Props) {
  const { email, created_at } = subscriber
  return (
    <tr {...place}>
      {edit.of && edit.isIn(subscriber) ? (
        <td colSpan={4}>
          <EmailEdit edit={edit} of={edit.of} />
        </td>
      ) : (
        <>
          <td>
            <span className="block truncate font-medium" title={email}>
              {email}
            </span>
            <StateNote subscriber={subscriber} />
          </td>
          <td data-label="State">
            <StateBadge subscriber={subscriber} />
          </td>
          <td data-label="Subscribed On" className="text-ink-2 tabular-nums">
            <span>
              <When at={created_at} /> <Automatic subscriber={subscriber} />
            </span>
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
