import { Badge } from "@/ui/badge"
import type { Subscriber } from "./api"

/** Marks an address that a machine seems to have entered. It is a subscriber like any other until someone deletes it. */
export function Automatic({
  subscriber: { quarantined_at, spam_reasons },
}: {
  subscriber: Subscriber
}) {
  if (!quarantined_at) return null
  return (
    <span title={spam_reasons?.join(". ")}>
      <Badge look="warn">Looks automatic</Badge>
    </span>
  )
}
