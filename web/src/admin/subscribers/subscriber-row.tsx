import { useState } from "react"
import { longDate } from "@/lib/format"
import type { Subscriber } from "./api"
import { Automatic } from "./automatic"
import { EmailEdit } from "./email-edit"
import { SubscriberActions } from "./subscriber-actions"

type Props = {
  index: number
  measure: (row: Element | null) => void
  subscriber: Subscriber
  onDelete: () => void
}

export function SubscriberRow({ index, measure, subscriber, onDelete }: Props) {
  const [isEdited, setEdited] = useState(false)
  const { email, created_at } = subscriber
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      {isEdited ? (
        <td colSpan={3}>
          <EmailEdit subscriber={subscriber} onDone={() => setEdited(false)} />
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
                onEdit={() => setEdited(true)}
                onDelete={onDelete}
              />
            </div>
          </td>
        </>
      )}
    </tr>
  )
}
