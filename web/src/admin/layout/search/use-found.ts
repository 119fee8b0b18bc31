import { queryOptions, useQueries, useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { allOf, type Declared, queryOf, type Table } from "@/lib/document"
import * as documents from "@/lib/documents.gen"
import { supabase } from "@/lib/supabase"
import { contains } from "../../rows/like"
import { useTyped } from "../../rows/use-typed"
import { holds, type Text, textsOf, wordsOf } from "./texts"

type Any = Declared<unknown, object>

const { hero, process, about, team, contact, company, navigationLink, footer } = documents
const { footerLink, page, job, site, words } = documents

// In the order of the site.
const CONTENT = [
  hero,
  process,
  company,
  about,
  team,
  contact,
  navigationLink,
  footer,
  footerLink,
  page,
  job,
] as unknown as Any[]

const MOST = 6
/** Shorter than this is in nearly everything. */
const LEAST = 2

/** All that the site says; read once, when someone starts to search, as the screens read it. */
function useTexts(enabled: boolean) {
  const queries = CONTENT.map((declared) => ({
    ...(declared.kind === "many" ? allOf(declared) : queryOf(declared)),
    enabled,
  }))
  const read = useQueries({ queries })
  const identity = useQuery({ ...queryOf(site), enabled }).data
  const written = useQuery({ ...queryOf(words), enabled }).data
  const docs = read.map(({ data }) => data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew when a document is
  const texts = useMemo(
    () => [
      ...CONTENT.flatMap((declared, at) => (docs[at] ? textsOf(declared, docs[at]) : [])),
      ...(identity && written ? wordsOf(identity, written) : []),
    ],
    [...docs, identity, written],
  )
  return { texts, isReading: enabled && read.some(({ isPending }) => isPending) }
}

/** What holds the typed text: what the site says at once, what others wrote a moment later. */
export function useFound(typed: string) {
  const sought = typed.trim()
  const isSought = sought.length >= LEAST
  const { texts, isReading } = useTexts(isSought)
  const said = useMemo(
    () => (isSought ? texts.filter(({ text }) => holds(text, sought)) : []),
    [texts, sought, isSought],
  )
  const asked = useTyped(sought)
  const enabled = isSought && asked.length >= LEAST
  const messages = useQuery({ ...findMessages(asked), enabled })
  const applicants = useQuery({ ...findApplicants(asked), enabled })
  const subscribers = useQuery({ ...findSubscribers(asked), enabled })
  const media = useQuery({ ...findMedia(asked), enabled })
  const letters = useQuery({ ...findLetters(asked), enabled })
  const server = [messages, applicants, subscribers, letters, media]
  const isAsking = isSought && (asked !== sought || server.some(({ isPending }) => isPending))
  const some = <Row>({ data = [] }: { data?: Row[] }) => (isSought ? data : [])
  return {
    site: said.filter(({ field }) => !isJob(field)).slice(0, MOST),
    jobs: onePerJob(said.filter(({ field }) => isJob(field))).slice(0, MOST),
    messages: some(messages),
    applicants: some(applicants),
    subscribers: some(subscribers),
    letters: some(letters),
    media: some(media),
    isSearching: isReading || isAsking,
  }
}

const isJob = (field: string) => field.startsWith("job/")

/** A job once, with the first of its texts. */
function onePerJob(texts: Text[]): Text[] {
  const jobs = new Map<string, Text>()
  for (const text of texts) {
    const id = text.field.split("/", 2).join("/")
    if (!jobs.has(id)) jobs.set(id, text)
  }
  return [...jobs.values()]
}

/** A query that says where to look, and not yet how many rows it wants. */
type Sought<Row> = {
  order: (column: "id", options: { ascending: boolean }) => Sought<Row>
  limit: (most: number) => Sought<Row>
  abortSignal: (signal: AbortSignal) => Sought<Row>
  throwOnError: () => PromiseLike<{ data: Row[] }>
}

const find = <Row>(table: Table, text: string, sought: () => Sought<Row>) =>
  queryOptions({
    queryKey: [table, "search", text],
    queryFn: async ({ signal }) => {
      const newest = sought().order("id", { ascending: false }).limit(MOST)
      return (await newest.abortSignal(signal).throwOnError()).data
    },
  })

const findMessages = (text: string) =>
  find("contact_form_submissions", text, () =>
    supabase
      .from("contact_form_submissions")
      .select("id,subject,name,message,created_at")
      .is("quarantined_at", null)
      .or(contains(["name", "email", "subject", "message"], text))
      .order("created_at", { ascending: false }),
  )

const findApplicants = (text: string) =>
  find("job_applications", text, () =>
    supabase
      .from("job_applications")
      .select("id,name,email,job_title,note,created_at")
      .is("quarantined_at", null)
      .or(contains(["name", "email", "job_title", "note"], text))
      .order("created_at", { ascending: false }),
  )

const findSubscribers = (text: string) =>
  find("newsletter_subscriptions", text, () =>
    supabase
      .from("newsletter_subscriptions")
      .select("id,email,created_at")
      .or(contains(["email"], text))
      .order("created_at", { ascending: false }),
  )

const findLetters = (text: string) =>
  find("letters", text, () =>
    supabase
      .from("letters")
      .select("id,subject,preheader,updated_at")
      .or(contains(["subject", "preheader"], text)),
  )

const findMedia = (text: string) =>
  find("media", text, () =>
    supabase
      .from("media")
      .select("id,file_name,alt")
      .or(contains(["file_name", "alt"], text)),
  )
