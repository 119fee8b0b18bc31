import { queryOptions } from "@tanstack/react-query"
import { addDays, subDays, subWeeks } from "date-fns"
import { allRows } from "@/lib/all-rows"
import { supabase } from "@/lib/supabase"
import { countBetween, totals } from "./counting"

export const DAYS = 14
export const WEEKS = 12

/** Messages of each day, up to the one that began at today. */
export const messageDays = (today: number) =>
  queryOptions({
    queryKey: ["contact_form_submissions", "days", today],
    queryFn: () => {
      const first = subDays(today, DAYS - 1)
      const edges = Array.from({ length: DAYS + 1 }, (_, day) => addDays(first, day))
      return countBetween("contact_form_submissions", edges)
    },
  })

/** Subscribers at the end of each week, up to the day that began at today. */
export const subscriberWeeks = (today: number) =>
  queryOptions({
    queryKey: ["newsletter_subscriptions", "weeks", today],
    queryFn: async () => {
      const end = addDays(today, 1)
      const edges = Array.from({ length: WEEKS + 1 }, (_, week) => subWeeks(end, WEEKS - week))
      const [counts, { count }] = await Promise.all([
        countBetween("newsletter_subscriptions", edges),
        supabase
          .from("newsletter_subscriptions")
          .select("id", { count: "exact", head: true })
          .throwOnError(),
      ])
      return totals(counts, count ?? 0)
    },
  })

export const latestMessages = queryOptions({
  queryKey: ["contact_form_submissions", "latest"],
  queryFn: async () => {
    const { data } = await supabase
      .from("contact_form_submissions")
      .select("id,subject,name,created_at,state")
      .is("quarantined_at", null)
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(4)
      .throwOnError()
    return data
  },
})

export type JobSummary = {
  id: number
  title: string
  location: string | null
  responsibilities: { id: number }[]
  qualifications: { id: number }[]
  preferred: { id: number }[]
}

export const jobSummaries = queryOptions({
  queryKey: ["job_listings", "summary"],
  queryFn: async () => {
    const lists = ["responsibilities", "qualifications", "preferred"]
    const jobs = await allRows((from, to) => {
      const query = supabase
        .from("job_listings")
        .select(`id,title,location,${lists.map((list) => `${list}:job_${list}(id)`).join()}`)
        .order("rank")
        .order("id")
        .range(from, to)
      // One tells that a list is not empty.
      for (const list of lists) query.limit(1, { referencedTable: list })
      return query.throwOnError()
    })
    return jobs as unknown as JobSummary[]
  },
})

/** How many applied for each job, by its id. */
export const applicationsByJob = queryOptions({
  queryKey: ["job_applications", "by job"],
  queryFn: async () => {
    const rows = await allRows((from, to) =>
      supabase
        .from("job_applications")
        .select("job_id")
        .is("quarantined_at", null)
        .order("id")
        .range(from, to)
        .throwOnError(),
    )
    const counts = new Map<number, number>()
    for (const { job_id } of rows) counts.set(job_id, (counts.get(job_id) ?? 0) + 1)
    return counts
  },
})

export const companySummaries = queryOptions({
  queryKey: ["portfolio_companies", "summary"],
  queryFn: () =>
    allRows((from, to) =>
      supabase
        .from("portfolio_companies")
        .select("id,name,logo_url,is_active")
        .order("display_order")
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
})

export const sectionShown = queryOptions({
  queryKey: ["homepage_sections", "summary"],
  queryFn: async () => {
    const { data } = await supabase
      .from("homepage_sections")
      .select("is_visible")
      .eq("section_name", "portfolio_companies")
      .maybeSingle()
      .throwOnError()
    return data?.is_visible ?? false
  },
})

export const navigationSummary = queryOptions({
  queryKey: ["navigation_links", "summary"],
  queryFn: () =>
    allRows((from, to) =>
      supabase
        .from("navigation_links")
        .select("id,name,is_visible")
        .order("order")
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
})

export const footerSummary = queryOptions({
  queryKey: ["footer_links", "summary"],
  queryFn: () =>
    allRows((from, to) =>
      supabase
        .from("footer_links")
        .select("id,name,is_visible")
        .order("section")
        .order("order")
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
})
