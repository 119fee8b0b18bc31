import { useQuery } from "@tanstack/react-query"
import { moment } from "@/lib/format"
import { useUser } from "../session/session"
import { useNames } from "../session/staff"
import { newest, type Place } from "./history/revisions"

type Props = {
  place: Place
  /** What they did. */
  did: "Changed" | "Deleted"
}

/** Names the other person; when that is not known, nothing. */
export function SavedBy({ place, did }: Props) {
  const me = useUser().id
  // Asked anew each time: the last answer may be about another save.
  const { data, isFetching } = useQuery({ ...newest(place), staleTime: 0 })
  const [last] = data ?? []
  const nameOf = useNames(last ? [last] : [])
  if (!last || isFetching) return null
  const who = last.user_id === me ? "you, in another window or on another device" : nameOf(last)
  return (
    <p className="text-ink-2 wrap-anywhere">
      {did} by {who}, {moment(last.created_at)}.
    </p>
  )
}
