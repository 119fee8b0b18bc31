import { type Query, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { shownUnder } from "@/lib/documents.gen"
import { supabase } from "@/lib/supabase"

/** What was read so shortly before the line was up is not read twice. */
const JUST_READ_MS = 2000

/** Follow every change, and are told of by it. */
const FOLLOWING = ["revisions", "activity"]

/** Give addresses of the site something to show, or take it away. */
const ADDRESSES = ["job_listings", "pages", "redirects", "letters", "site_settings", "media"]

/** Refreshes what is on the screen when someone else changes it, or a visitor writes. */
export function useLive() {
  const client = useQueryClient()
  useEffect(() => {
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    // One save touches several rows; its events arrive together and cost one refresh.
    const refresh = (key: string) => {
      for (const one of [key, ...FOLLOWING]) changed.add(one)
      if (ADDRESSES.includes(key)) changed.add("links")
      timer ??= setTimeout(() => {
        timer = undefined
        for (const queryKey of changed) void client.invalidateQueries({ queryKey: [queryKey] })
        changed.clear()
      }, 250)
    }
    const channel = supabase.channel("admin")
    for (const [table, key] of Object.entries(shownUnder)) {
      channel.on("postgres_changes", { event: "*", schema: "public", table }, () => refresh(key))
    }
    let wasJoined = false
    channel.subscribe((status) => {
      if (status !== "SUBSCRIBED") return
      // Nobody tells what happened while the line was down, or before it was up.
      const isOld = ({ state }: Query) =>
        state.data !== undefined && Date.now() - state.dataUpdatedAt > JUST_READ_MS
      void client.invalidateQueries(wasJoined ? {} : { predicate: isOld })
      wasJoined = true
    })
    return () => {
      clearTimeout(timer)
      void supabase.removeChannel(channel)
    }
  }, [client])
}
