import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { allOf } from "@/lib/document"
import { type Letter, letter } from "@/lib/documents.gen"
import { sheetMoment } from "@/lib/format"
import { navigate } from "@/lib/location"
import { useSave } from "@/lib/query"
import type { LetterDeliveriesRow } from "@/lib/schema.gen"
import { call, supabase } from "@/lib/supabase"
import { writePathOf } from "./paths"

type Audience = Letter["audience"]

export const audience = (of: Audience) =>
  queryOptions({
    queryKey: ["newsletter_subscriptions", "audience", of],
    queryFn: () => call("letter_audience", { audience: of }),
  })

type Move = "pause_letter" | "resume_letter" | "cancel_letter"

/** Moves a letter on its way, or sends it; what the server refuses is said in its words. */
const moving = { refreshes: [[letter.table]], says: "server" } as const

export const useMove = (move: Move, done: string) =>
  useSave({
    ...moving,
    save: (id: number) => call(move, { id }),
    done,
    failed: "The letter could not be changed.",
  })

export const useSend = () =>
  useSave({
    ...moving,
    save: (of: { id: number; version: number; at?: string }) => call("send_letter", of),
    failed: "The letter could not be sent.",
  })

export const useTest = () =>
  useSave({
    ...moving,
    save: (id: number) => call("test_letter", { id }),
    done: "The test was sent to you, and to nobody else.",
    failed: "The test could not be sent.",
  })

/** Writes the same letter anew, as a draft, and opens it. */
export function useDuplicate() {
  const { isPending, mutate } = useSave({
    ...moving,
    save: ({ subject, preheader, body, audience }: Letter) =>
      call("save_letter", { subject, preheader, body, audience }),
    done: "The copy is a draft. Nobody has got it yet.",
    failed: "The letter could not be copied.",
  })
  // Once it is in the list, where it is looked for.
  const open = (made: { id: number }) => void navigate(writePathOf(made))
  return { isPending, run: (letter: Letter) => mutate(letter, { onSuccess: open }) }
}

/** Whether somebody may have a letter, so that it stays as it is. */
export const isBegun = ({ status }: Letter) => status !== "draft" && status !== "scheduled"

const OFTEN = 2_000

/** All letters; looked for often while one is on its way. */
export const useLetters = () =>
  useQuery({
    ...allOf(letter),
    // What the server sends on its own is told to nobody.
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? OFTEN : false),
  })

/** Whether a letter changes without anybody here doing anything. */
const isMoving = ({ status }: Letter) => status === "sending" || status === "scheduled"

/** What was done to a letter on its way, the latest first. */
export const deeds = (id: number) =>
  queryOptions({
    queryKey: [letter.table, "deeds", id],
    queryFn: async ({ signal }) => {
      const query = supabase.from("activity").select("id, action, user_email, created_at")
      const { data } = await query
        .eq("document", letter.name)
        .eq("document_id", String(id))
        .like("action", "letter_%")
        .order("id", { ascending: false })
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** How many have it, how many will not, and how many still wait. */
export function figuresOf({ recipients, delivered, failed, unknown }: Letter) {
  const done = delivered + failed + unknown
  return { done, waiting: Math.max(0, recipients - done) }
}

export type Copy = Pick<
  LetterDeliveriesRow,
  | "id"
  | "email"
  | "status"
  | "error"
  | "tries"
  | "sent_at"
  | "next_try_at"
  | "on_its_way"
  | "left_at"
>

/** Which copies are shown. */
export type Which = "all" | "failed" | "unknown" | "waiting" | "left"

// What needs a look comes first. Each stretch is read by its keys, the latest first.
const STRETCHES: Record<Which | "flow", (LetterDeliveriesRow["status"] | "left")[]> = {
  all: ["bounced", "failed", "unknown", "sent", "queued"],
  // As copies go on while a letter is sent: what moves between two reads is read twice, not missed.
  flow: ["queued", "unknown", "sent", "failed", "bounced"],
  failed: ["bounced", "failed"],
  unknown: ["unknown"],
  waiting: ["queued"],
  left: ["left"],
}

const PAGE = 50

type Place = { stretch: number; before?: number }
type Page = { copies: Copy[]; next?: Place }

async function readCopies(
  id: number,
  which: Which | "flow",
  { stretch, before }: Place,
  size: number,
  signal?: AbortSignal,
): Promise<Page> {
  const copies: Copy[] = []
  const stretches = STRETCHES[which]
  for (let at = stretch; at < stretches.length; at++) {
    const status = stretches[at] as (typeof stretches)[number]
    let query = supabase
      .from("letter_deliveries")
      .select("id, email, status, error, tries, sent_at, next_try_at, on_its_way, left_at")
      .eq("letter_id", id)
      .order("id", { ascending: false })
      .limit(size - copies.length)
    query = status === "left" ? query.not("left_at", "is", null) : query.eq("status", status)
    if (at === stretch && before) query = query.lt("id", before)
    if (signal) query = query.abortSignal(signal)
    const { data } = await query.throwOnError()
    copies.push(...data)
    if (copies.length === size)
      return { copies, next: { stretch: at, before: copies.at(-1)?.id as number } }
  }
  return { copies }
}

/** Who got a letter, page by page by their keys. */
export const copiesOf = (id: number, which: Which) =>
  infiniteQueryOptions({
    queryKey: ["letter_deliveries", id, which],
    queryFn: ({ pageParam, signal }) => readCopies(id, which, pageParam, PAGE, signal),
    initialPageParam: { stretch: 0 } as Place,
    getNextPageParam: ({ next }: Page) => next,
  })

/** Each copy once, as it was read last: while a letter is sent, one may move from a stretch to the next between two reads. */
export const eachOnce = (copies: Copy[]) => [
  ...new Map(copies.map((copy) => [copy.id, copy])).values(),
]

const AT_ONCE = 1000

/** Who got a letter, all of them. */
export const recipientsSheet = ({ id, slug }: Letter) => ({
  of: { document: letter.name, id },
  name: slug,
  rows: async () => {
    const all: Copy[] = []
    for (let place: Place | undefined = { stretch: 0 }; place; ) {
      const page: Page = await readCopies(id, "flow", place, AT_ONCE)
      all.push(...page.copies)
      place = page.next
    }
    const rows = [["Email", "State", "Sent", "Answer of the server", "Left with this letter"]]
    const order = ({ status }: Copy) => STRETCHES.all.indexOf(status)
    const copies = eachOnce(all).sort((one, other) => order(one) - order(other))
    for (const { email, status, sent_at, error, left_at } of copies)
      rows.push([email, status, moment(sent_at), error, moment(left_at)])
    return rows
  },
  done: "Who got the letter has been exported as CSV.",
  failed: "Who got the letter could not be exported. Please try again.",
})

const moment = (at: string | null) => (at ? sheetMoment(at) : "")

/** Whole seconds until a moment; it counts down by itself. */
export function useSecondsTo(at: string | null): number {
  const [now, setNow] = useState(Date.now)
  const left = at ? Math.ceil((Date.parse(at) - now) / 1000) : 0
  const isAhead = left > 0
  useEffect(() => {
    if (!isAhead) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isAhead])
  return Math.max(0, left)
}

/** Seconds before its start from which on a letter says how many are left. */
export const SOON = 60

/** Refreshes who got a letter whenever its figures move. */
export function useFreshCopies({ id, delivered, failed, unknown, status }: Letter) {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these moves the list
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["letter_deliveries", id] })
  }, [client, id, delivered, failed, unknown, status])
}
