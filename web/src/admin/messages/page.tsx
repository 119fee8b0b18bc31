import { useQuery } from "@tanstack/react-query"
import { ArrowDownUp, CheckCheck, OctagonAlert } from "lucide-react"
import { Tabs } from "radix-ui"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { counted, number } from "@/lib/format"
import { navigate, useParam } from "@/lib/location"
import { useKey } from "@/lib/shortcut"
import { toast } from "@/lib/toast"
import { IconButton } from "@/ui/icon-button"
import { focusHead } from "@/ui/return-focus"
import { SearchField } from "@/ui/search-field"
import { useNarrow, useWide } from "@/ui/use-narrow"
import { messagesHeld, messagesNew } from "../layout/counts"
import { useRows } from "../rows/use-rows"
import { useTyped } from "../rows/use-typed"
import { useUser } from "../session/session"
import { useAssignees } from "../session/staff"
import { deletedHere, useDeleteMessage, useReadAll, useRelease, useSetState } from "./act"
import {
  countIn,
  type Message,
  message,
  messagesKey,
  readMessages,
  SORTS,
  type Sort,
  type State,
  TABS,
  type Tab,
  tabOf,
} from "./api"
import type { Acts } from "./bar"
import { DeleteMessage } from "./delete-message"
import { KeysDialog } from "./keys-dialog"
import { MessageDialog } from "./message-dialog"
import { MessageList, type Rows } from "./message-list"
import { PersonPane } from "./person-pane"
import { Reading } from "./reading"

/** What visitors wrote, and what the team does about it. */
export default function MessagesPage() {
  const me = useUser().id
  const [search, setSearch] = useState("")
  const [sort, setSort] = useState<Sort>("newest")
  const [range, setRange] = useState({ from: 0, to: 20 })
  const [viewed, setViewed] = useState<Message>()
  const [doomed, setDoomed] = useState<Message>()
  const [isAsking, setAsking] = useState(false)
  const [shown] = useParam("show", "inbox")
  const tab = tabOf(shown)
  const text = useTyped(search)
  const rows = useRows<Message>({
    queryKey: messagesKey(tab, text, sort),
    read: (at) => readMessages({ tab, me, search: text, sort }, at),
    ...range,
  })
  const { open, openId, choose } = useOpen(rows)
  const nameOf = useAssignees()
  const move = useMoves(rows, openId, choose)
  const acts = useActs({ open, move, view: setViewed, remove: setDoomed })
  const isWide = useWide()
  const found = counted(rows.total, "message")
  const isFound = rows.isSuccess && !rows.isSearching && search.trim() === text
  useKey("?", () => setAsking(true))
  return (
    <div className="desk" data-open={open ? true : undefined}>
      <section className="desk-list" aria-label="List of messages">
        <div className="desk-head">
          <div className="flex items-center justify-between">
            <h1 tabIndex={-1} className="display">
              Messages
            </h1>
            <HeadTools sort={sort} onSort={setSort} />
          </div>
          <SearchField
            value={search}
            onChange={setSearch}
            placeholder="Search messages..."
            found={isFound ? found : ""}
          />
        </div>
        <Tabs.Root
          value={tab}
          // Another list begins with nothing open.
          onValueChange={(to) =>
            void navigate(`/admin/messages${to === "inbox" ? "" : `?show=${to}`}`, {
              replace: true,
            })
          }
          className="contents"
        >
          <Tabs.List aria-label="Messages" className="desk-tabs">
            {(Object.keys(TABS) as Tab[]).map((one) => (
              <Tabs.Trigger key={one} value={one} className="tab">
                {TABS[one]} <Count tab={one} me={me} />
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value={tab} tabIndex={-1} className="desk-rows">
            {tab === "held" && (
              <p className="desk-held">
                <OctagonAlert aria-hidden="true" />
                Held back by the spam check. Nobody was mailed about these.
              </p>
            )}
            {text !== "" && isFound && rows.total > 0 && (
              <p className="px-5 pt-3 text-label text-ink-2" aria-hidden="true">
                {found} found.
              </p>
            )}
            <MessageList
              key={tab}
              tab={tab}
              rows={rows}
              openId={openId}
              isSearch={text !== ""}
              nameOf={nameOf}
              onClear={() => setSearch("")}
              onRange={(from, to) => setRange({ from, to })}
              onOpen={({ id }) => move.to(id)}
              onView={setViewed}
            />
          </Tabs.Content>
        </Tabs.Root>
        <KeysLine isHeld={tab === "held"} onAsk={() => setAsking(true)} />
      </section>
      <section className="desk-read" aria-label={open ? "Message" : "No message is open"}>
        {open ? (
          <Reading
            key={open.id}
            message={open}
            assignee={nameOf(open.assigned_to)}
            acts={acts.of}
            isReleasing={acts.isReleasing}
          />
        ) : (
          <p className="m-auto max-w-[34ch] p-8 text-center text-balance text-ink-3">
            Choose a message to read it here.
          </p>
        )}
      </section>
      {open && isWide && open.state !== "spam" && (
        <aside className="desk-person" aria-label="This person">
          <PersonPane message={open} />
        </aside>
      )}
      {viewed && (
        <MessageDialog
          message={open?.id === viewed.id ? open : viewed}
          onClose={() => setViewed(undefined)}
          onDeleted={() => {
            setViewed(undefined)
            if (viewed.id === openId) move.away()
          }}
        />
      )}
      {doomed && (
        <DeleteMessage
          message={doomed}
          onDone={() => {
            setDoomed(undefined)
            move.away()
          }}
          onCancel={() => setDoomed(undefined)}
        />
      )}
      {isAsking && <KeysDialog onClose={() => setAsking(false)} />}
    </div>
  )
}

function HeadTools({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const { data: unread = 0 } = useQuery(messagesNew)
  const readAll = useReadAll()
  return (
    <div className="flex gap-1">
      <IconButton
        label="Mark all as read"
        disabled={unread === 0}
        onClick={() => !readAll.isPending && readAll.mutate(undefined)}
      >
        <CheckCheck />
      </IconButton>
      <IconButton
        label={`Sort: ${SORTS[sort]}`}
        onClick={() => onSort(sort === "newest" ? "oldest" : "newest")}
      >
        <ArrowDownUp />
      </IconButton>
    </div>
  )
}

/** How many messages a tab has; what is put away is not counted. */
function Count({ tab, me }: { tab: Tab; me: string }) {
  const isCounted = tab !== "done" && tab !== "archive"
  const held = useQuery({ ...messagesHeld, enabled: tab === "held" })
  const counted = useQuery({ ...countIn(tab, me), enabled: isCounted && tab !== "held" })
  const count = tab === "held" ? held.data : counted.data
  return count ? <span>{number(count)}</span> : null
}

const LINE: [keys: string[], what: string][] = [
  [["J", "K"], "move"],
  [["E"], "done"],
  [["R"], "reply"],
]
const HELD_LINE: [keys: string[], what: string][] = [
  [["N"], "not spam"],
  [["S"], "spam"],
  [["J", "K"], "move"],
]

function KeysLine({ isHeld, onAsk }: { isHeld: boolean; onAsk: () => void }) {
  return (
    <p className="desk-keys">
      {(isHeld ? HELD_LINE : LINE).map(([keys, what]) => (
        <span key={what}>
          {keys.map((key) => (
            <kbd key={key} className="key">
              {key}
            </kbd>
          ))}{" "}
          {what}
        </span>
      ))}
      <button type="button" aria-keyshortcuts="?" onClick={onAsk}>
        <kbd className="key">?</kbd> keys
      </button>
    </p>
  )
}

/** The message that the address asks for, as the dashboard does. */
function useOpen(rows: Rows) {
  const [asked, setAsked] = useParam("open", "")
  const openId = Number(asked)
  const listed = at(rows, openId)
  // One that is in the list was read with it.
  const { data, isError } = useQuery({
    ...message(openId),
    enabled: asked !== "" && rows.isSuccess && !listed,
  })
  // What was read stays, though reading it again fails.
  const isMissing = !listed && (data === null || (isError && data === undefined))
  const giveUp = useEffectEvent(() => {
    if (deletedHere.has(openId)) return // the screen goes on by itself
    toast.error("Error", isError ? "Unable to load the message." : "This message was deleted.")
    setAsked("")
  })
  useEffect(() => {
    if (asked !== "" && isMissing) giveUp()
  }, [asked, isMissing])
  // One that leaves the list stays open until it was read again by itself.
  const last = useRef<Message>(undefined)
  const known = listed ?? data ?? undefined
  if (known) last.current = known
  const open = asked !== "" && last.current?.id === openId ? last.current : undefined
  return { open, openId, choose: (id: number) => setAsked(id ? String(id) : "") }
}

function at(rows: Rows, id: number): Message | undefined {
  const index = indexOf(rows, id)
  return index < 0 ? undefined : rows.row(index)
}

/** Where a message stands in the list; -1 where it is not, or was not read yet. */
function indexOf(rows: Rows, id: number): number {
  if (!id) return -1
  for (let index = 0; index < rows.total; index++) if (rows.row(index)?.id === id) return index
  return -1
}

/** The message after this one, else the one before, that does not leave the list; 0 for none. */
function neighbour(rows: Rows, index: number, leaving: Set<number>): number {
  for (const by of [1, -1])
    for (let at = index + by, row = rows.row(at); row; at += by, row = rows.row(at))
      if (!leaving.has(row.id)) return row.id
  return 0
}

const rowOf = (id: number) =>
  document.querySelector<HTMLElement>(`[data-message="${CSS.escape(String(id))}"]`)

/** Goes from one message to another, with the focus. */
function useMoves(rows: Rows, openId: number, choose: (id: number) => void) {
  const isNarrow = useNarrow()
  const wanted = useRef(0)
  const index = indexOf(rows, openId)
  // Those that were put away, as long as the list still has them.
  const leaving = useRef(new Set<number>())
  for (const id of leaving.current) if (indexOf(rows, id) < 0) leaving.current.delete(id)
  // Who was beside it is known still when it has left the list.
  const beside = useRef({ of: 0, next: 0 })
  if (index >= 0) beside.current = { of: openId, next: neighbour(rows, index, leaving.current) }
  const scrolled = useRef(0)
  useEffect(() => {
    // A phone shows one or the other: where the list was is where it is again.
    if (isNarrow) {
      if (openId) scrollTo(0, 0)
      else scrollTo(0, scrolled.current)
    }
    if (wanted.current !== 0) {
      const row = rowOf(wanted.current)
      row?.focus({ preventScroll: true })
      row?.closest("article")?.scrollIntoView?.({ block: "nearest" })
      if (row) wanted.current = 0
    }
  }, [openId, isNarrow])
  const to = (id: number) => {
    if (openId === 0) scrolled.current = scrollY
    choose(id)
  }
  const step = (by: 1 | -1) => {
    // While another list is read, the rows are those of the one before.
    const next = rows.isSearching ? undefined : rows.row(index < 0 ? 0 : index + by)
    if (!next || isNarrow) return
    wanted.current = next.id
    to(next.id)
  }
  useKey("j", () => step(1))
  useKey("k", () => step(-1))
  return {
    to,
    /** To the neighbour of one that leaves the list; on a phone, back to the list. */
    away: () => {
      const next = beside.current.of === openId && !isNarrow ? beside.current.next : 0
      leaving.current.add(openId)
      wanted.current = next
      choose(next)
      if (next === 0) focusHead()
    },
    close: () => {
      wanted.current = openId
      choose(0)
    },
  }
}

type Doing = {
  open: Message | undefined
  move: { away: () => void; close: () => void }
  view: (message: Message) => void
  remove: (message: Message) => void
}

/** What is done with the open message. */
function useActs({ open, move, view, remove }: Doing): { of: Acts; isReleasing: boolean } {
  const set = useSetState()
  const release = useRelease()
  const discard = useDeleteMessage()
  const withOpen = (run: (message: Message) => void) => () => open && run(open)
  return {
    isReleasing: release.isPending,
    of: {
      put: (state: State) => {
        if (!open || open.state === state) return
        set.mutate({ message: open, state })
        if (state !== "new" && !(state === "read" && open.state === "new")) move.away()
      },
      view: withOpen(view),
      remove: withOpen(remove),
      release: withOpen(({ id }) => release.mutate(id, { onSuccess: move.away })),
      discard: withOpen(({ id }) => discard.mutate(id, { onSuccess: move.away })),
      close: move.close,
    },
  }
}
