import { When } from "@/ui/when"
import type { Subscriber } from "./api"
import { Automatic } from "./automatic"
import { EmailEdit } from "./email-edit"
import { StateBadge } from "./state"
import { SubscriberActions } from "./subscriber-actions"
import type { Edit } from "./use-edit"

type Props = { subscriber: Subscriber; edit: Edit; onDelete: () => void }

export function SubscriberCard({ subscriber, edit, onDelete }: Props) {
  const { email, created_at } = subscriber
  return (
    <article className="card h-33 p-4.5 max-md:h-35">
      {edit.of && edit.isIn(subscriber) ? (
        <EmailEdit edit={edit} of={edit.of} stacked />
      ) : (
        <>
          <h2 className="truncate text-[15px] font-medium" title={email}>
            {email}
          </h2>
          <When at={created_at} className="mt-0.5 block text-ink-3">
            {" "}
            <StateBadge subscriber={subscriber} /> <Automatic subscriber={subscriber} />
          </When>
          <div className="-mx-1.5 mt-3.5">
            <SubscriberActions
              subscriber={subscriber}
              onEdit={() => void edit.start(subscriber)}
              onDelete={onDelete}
            />
          </div>
        </>
      )}
    </article>
  )
}
