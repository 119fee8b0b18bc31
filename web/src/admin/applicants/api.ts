import { queryOptions } from "@tanstack/react-query"
import { allRows } from "@/lib/all-rows"
import { type Answer, call, supabase } from "@/lib/supabase"
import { contains } from "../rows/like"
import type { Page, Place } from "../rows/use-rows"
import type { Columns } from "./placed"
import { type Application, type HistoryEvent, STAGES, type Stage } from "./stages"

/** What narrows the board and the list; "" is everything. */
export type Filter = { search: string; job: string; person: string }

/** Nobody looks after it. */
export const NOBODY = "nobody"

const SEARCHED = ["name", "email", "job_title", "note"] as const

type Asked = Filter & { stage?: Stage; held?: boolean }

const ask = ({ search, job, person, stage, held = false }: Asked, options = {}) => {
  let query = supabase.from("job_applications").select("*", options)
  query = held ? query.not("quarantined_at", "is", null) : query.is("quarantined_at", null)
  if (stage) query = query.eq("stage", stage)
  if (job) query = query.eq("job_id", Number(job))
  if (person === NOBODY) query = query.is("assigned_to", null)
  else if (person) query = query.eq("assigned_to", person)
  if (search) query = query.or(contains(SEARCHED, search))
  return query
}

/** How many of each column are shown at first; what is closed is seldom looked for. */
export const AT_FIRST: Record<Stage, number> = {
  new: 30,
  read: 30,
  talking: 30,
  offer: 30,
  closed: 10,
}

/** As many of each column as were asked for, the newest first, and how many there are. */
export const board = (filter: Filter, most: Record<Stage, number>) =>
  queryOptions({
    queryKey: ["job_applications", "board", filter, most],
    queryFn: async ({ signal }): Promise<Columns> => {
      const read = async (stage: Stage) => {
        const { data, count } = await ask({ ...filter, stage }, { count: "exact" })
          .order("created_at", { ascending: false })
          .order("id", { ascending: false })
          .range(0, most[stage] - 1)
          .abortSignal(signal)
          .throwOnError()
        return [stage, { rows: data, total: count ?? 0 }]
      }
      return Object.fromEntries(await Promise.all(STAGES.map(read)))
    },
  })

export type SortColumn = "name" | "job_title" | "created_at" | "keep_until"
export type Sort = { by: SortColumn; ascending: boolean }

export const listKey = (asked: Asked, sort: Sort) =>
  ["job_applications", "list", asked, sort] as const

/** A page of the list. */
export async function readList(asked: Asked, sort: Sort, at: Place): Promise<Page<Application>> {
  const { data, count } = await ask(asked, at.counted ? { count: "exact" } : {})
    .order(sort.by, { ascending: sort.ascending })
    .order("id", { ascending: sort.ascending })
    .range(at.from, at.from + at.size - 1)
    .abortSignal(at.signal)
    .throwOnError()
  return { rows: data, total: count ?? 0 }
}

/** All that the filter leaves, for a file. */
export const readAll = (asked: Asked): Promise<Application[]> =>
  allRows((from, to) =>
    ask(asked)
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .range(from, to)
      .throwOnError(),
  )

type Job = { id: number; title: string }

/** How many people there are, and the jobs that they want, by name. */
export const overview = queryOptions({
  queryKey: ["job_applications", "overview"],
  queryFn: async (): Promise<{ people: number; jobs: Job[] }> => {
    const rows = await allRows((from, to) =>
      supabase
        .from("job_applications")
        .select("email,job_id,job_title")
        .is("quarantined_at", null)
        .order("id")
        .range(from, to)
        .throwOnError(),
    )
    // A job goes by the title that the last of them saw.
    const jobs = new Map(rows.map(({ job_id, job_title }) => [job_id, job_title]))
    return {
      people: new Set(rows.map(({ email }) => email.toLowerCase())).size,
      jobs: [...jobs]
        .map(([id, title]) => ({ id, title }))
        .toSorted((a, b) => a.title.localeCompare(b.title)),
    }
  },
})

/** One application as it is now; null once it is gone. */
export const application = (id: number) =>
  queryOptions({
    queryKey: ["job_applications", "one", id],
    queryFn: async (): Promise<Application | null> => {
      const { data } = await supabase
        .from("job_applications")
        .select("*")
        .eq("id", id)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** What happened to an application, the latest first. */
export const eventsOf = (id: number) =>
  queryOptions({
    queryKey: ["application_events", id],
    queryFn: async (): Promise<HistoryEvent[]> => {
      const { data } = await supabase
        .from("application_events")
        .select("*")
        .eq("application_id", id)
        .order("id", { ascending: false })
        .throwOnError()
      return data
    },
  })

/** When each of them was closed, as far as that was written down. */
export const closedOn = (ids: number[]) =>
  queryOptions({
    queryKey: ["application_events", "closed", ...ids],
    queryFn: async () => {
      const { data } = await supabase
        .from("application_events")
        .select("application_id,created_at")
        .eq("kind", "stage")
        .like("text", "closed%")
        .in("application_id", ids)
        .order("id")
        .throwOnError()
      return new Map(data.map(({ application_id, created_at }) => [application_id, created_at]))
    },
    enabled: ids.length > 0,
  })

const LOOK_AGAIN_MS = 10_000

export type Mailed = Answer<"application_mail">[number]

/** What became of the mails about an application, looked at again while some are on their way. */
export const mailsTo = (id: number) =>
  queryOptions({
    queryKey: ["mails", "applicant", id],
    queryFn: () => call("application_mail", { id }),
    refetchInterval: ({ state }) =>
      state.data?.some((mail) => mail.state === "queued" || mail.state === "sending")
        ? LOOK_AGAIN_MS
        : false,
  })
