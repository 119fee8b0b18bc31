import { useQuery } from "@tanstack/react-query"
import { feedMoment, fullMoment, shortMoment } from "@/lib/format"
import { useUser } from "../../session/session"
import { useNames } from "../../session/staff"
import { newest, type Place } from "./revisions"

type Props = {
  place: Place
  isJustSaved: boolean
  /** What stands before it says that it was saved. */
  isSaid?: boolean
}

/** Who saved the document last, and when. */
export function SavedLine({ place, isJustSaved, isSaid }: Props) {
  const me = useUser().id
  const [last] = useQuery(newest(place)).data ?? []
  const nameOf = useNames(last ? [last] : [])
  if (!last) return null
  const at = last.created_at
  const who = last.user_id === me ? "you" : nameOf(last)
  return (
    <p className="text-label text-ink-3" title={fullMoment(at)}>
      {isJustSaved ? feedMoment(at) : `${isSaid ? "" : "Saved "}${shortMoment(at)}`} by {who}
    </p>
  )
}
