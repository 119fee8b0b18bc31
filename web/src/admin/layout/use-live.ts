import { type Query, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { supabase } from "@/lib/supabase"

// Each table with the query key its rows are shown under: a child row belongs to its document.
const SHOWN_UNDER = {
  hero_content: "hero_content",
  featured_areas: "hero_content",
  process_content: "process_content",
  process_steps: "process_content",
  team_members: "team_members",
  about_content: "about_content",
  focus_areas: "about_content",
  contact_info: "contact_info",
  social_links: "contact_info",
  job_listings: "job_listings",
  job_responsibilities: "job_listings",
  job_qualifications: "job_listings",
  job_preferred: "job_listings",
  footer_content: "footer_content",
  footer_links: "footer_links",
  navigation_links: "navigation_links",
  portfolio_companies: "portfolio_companies",
  homepage_sections: "homepage_sections",
  newsletter_subscriptions: "newsletter_subscriptions",
  contact_form_submissions: "contact_form_submissions",
  user_profiles: "user_profiles",
} as const

/** What was read so shortly before the line was up is not read twice. */
const JUST_READ_MS = 2000

/** Refreshes what is on the screen when someone else changes it, or a visitor writes. */
export function useLive() {
  const client = useQueryClient()
  useEffect(() => {
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    // One save touches several rows; its events arrive together and cost one refresh.
    const refresh = (key: string) => {
      changed.add(key)
      timer ??= setTimeout(() => {
        timer = undefined
        for (const queryKey of changed) void client.invalidateQueries({ queryKey: [queryKey] })
        changed.clear()
      }, 250)
    }
    const channel = supabase.channel("admin")
    for (const [table, key] of Object.entries(SHOWN_UNDER)) {
      channel.on("postgres_changes", { event: "*", schema: "public", table }, () => refresh(key))
    }
    let wasJoined = false
    channel.subscribe((status) => {
      if (status !== "SUBSCRIBED") return
      // Nobody tells what happened while the line was down, or before it was up.
      const isOld = (query: Query) => Date.now() - query.state.dataUpdatedAt > JUST_READ_MS
      void client.invalidateQueries(wasJoined ? {} : { predicate: isOld })
      wasJoined = true
    })
    return () => {
      clearTimeout(timer)
      void supabase.removeChannel(channel)
    }
  }, [client])
}
