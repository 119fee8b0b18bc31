import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent } from "react"
import { discardDraft, findDrafts } from "@/lib/draft"
import { useUser } from "../session/session"
import { isDraft, type Subscriber, subscriber } from "./api"
import type { Edit, Typed } from "./use-edit"

/** Goes on with an address that was typed before and not saved. */
export function useRecovery(edit: Edit) {
  const owner = useUser().id
  const client = useQueryClient()
  const recover = useEffectEvent(async (found: Typed) => {
    const { base, values } = found.draft
    // Without an answer it is as it was last seen.
    const now = await client.fetchQuery(subscriber(base.id)).catch(() => base)
    if (now?.email === values.email.trim()) discardDraft(found)
    else edit.recover(found)
  })
  useEffect(() => {
    let isOver = false
    void findDrafts<Typed["draft"]["values"], Subscriber>(owner, isDraft).then(([latest]) => {
      if (latest && !isOver) void recover(latest)
    })
    return () => {
      isOver = true
    }
  }, [owner])
}
