import { useQuery } from "@tanstack/react-query"
import { useUser } from "../session/session"
import { useNames } from "../session/staff"
import { newest, type Place } from "./history/revisions"

const NOWHERE: Place = { table: "revisions", document: "", document_id: "" }

/** Who changed a document last and when, or who made one version of it; nothing while that is not known. */
export function useLastSave(place = NOWHERE, version?: number) {
  const me = useUser().id
  // Asked anew each time: the last answer may be about another save, unless it is asked about one.
  const { data, isFetching } = useQuery({
    ...newest(place),
    staleTime: 0,
    enabled: place !== NOWHERE,
  })
  const last = data?.find((one) => version === undefined || one.document_version === version)
  const nameOf = useNames(last ? [last] : [])
  if (!last || (isFetching && version === undefined)) return undefined
  const who = last.user_id === me ? "You, in another window," : nameOf(last)
  return { who, at: last.created_at }
}
