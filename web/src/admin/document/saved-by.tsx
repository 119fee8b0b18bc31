import { useQuery } from "@tanstack/react-query"
import { moment } from "@/lib/format"
import { call } from "@/lib/supabase"
import { useUser } from "../session/session"

/** The rows of a document, by which the server knows who wrote them last. */
export type Place = { table: string; ids: number[] }

type Props = Place & {
  /** What they did. */
  did: "Changed" | "Deleted"
}

/** Names the other person; when that is not known, nothing. */
export function SavedBy({ table, ids, did }: Props) {
  const { email } = useUser()
  const { data } = useQuery({
    queryKey: [table, "saved by", ...ids],
    queryFn: async () => (await call("who_saved", { table_name: table, ids })) ?? null,
    // Asked anew each time: the last answer may be about another save.
    staleTime: 0,
    gcTime: 0,
  })
  if (!data) return null
  const who = data.email === email ? "you, in another window or on another device" : data.email
  return (
    <p className="text-ink-2 wrap-anywhere">
      {did} by {who}, {moment(data.saved_at)}.
    </p>
  )
}
