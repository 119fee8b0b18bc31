import { MailQuestionMark, UserMinus } from "lucide-react"
import { useState } from "react"
import { Confirm } from "@/ui/confirm"
import { Menu, type MenuItem } from "@/ui/menu"
import { type Subscriber, useSendAgain, useUnsubscribe } from "./api"

/** What can be done about the state of a subscriber. Who has left comes back by signing up alone. */
export function StateMenu({ subscriber }: { subscriber: Subscriber }) {
  const { status, email } = subscriber
  const [isAsking, setAsking] = useState(false)
  const sendAgain = useSendAgain()
  const unsubscribe = useUnsubscribe()
  if (status === "unsubscribed") return null
  const items: MenuItem[] = [{ label: "Unsubscribe", icon: UserMinus, run: () => setAsking(true) }]
  if (status === "pending")
    items.unshift({
      label: "Send the link again",
      icon: MailQuestionMark,
      off: sendAgain.isPending,
      run: () => sendAgain.mutate(subscriber),
    })
  return (
    <>
      <Menu label={`More for ${email}`} items={items} />
      {isAsking && (
        <Confirm
          title="Unsubscribe this address?"
          text={
            <>
              <strong className="wrap-anywhere">{email}</strong> gets no more letters, also after an
              import. Only they can sign up again.
            </>
          }
          action="Unsubscribe"
          pendingAction="Unsubscribing..."
          pending={unsubscribe.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => unsubscribe.mutate(subscriber, { onSettled: () => setAsking(false) })}
        />
      )}
    </>
  )
}
