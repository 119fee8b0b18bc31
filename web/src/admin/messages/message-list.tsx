import { type RefObject, useState } from "react"
import { EmptyState } from "@/ui/empty-state"
import { NotLoaded } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { Bar, Loading } from "@/ui/skeleton"
import { Room, useVirtualRows } from "@/ui/virtual-rows"
import { BrokenRows } from "../rows/broken-rows"
import { PAGE, type useRows } from "../rows/use-rows"
import type { Message, Tab } from "./api"
import { useMail } from "./mail"
import { MessageRow } from "./message-row"

export type Rows = ReturnType<typeof useRows<Message>>

type Props = {
  tab: Tab
  rows: Rows
  /** The message that is open. */
  openId: number
  isSearch: boolean
  nameOf: (userId: string | null) => string | undefined
  onClear: () => void
  onRange: (from: number, to: number) => void
  onOpen: (message: Message) => void
  onView: (message: Message) => void
}

const EMPTY: Record<Tab, string> = {
  inbox: "When visitors write through the contact form, their messages appear here.",
  mine: "Messages that are assigned to you wait here until they are done.",
  done: "What is done leaves the inbox and stays here.",
  archive: "What needs no answer can be put away here.",
  held: "Messages that look like spam are held back here until you look at them.",
}

export function MessageList({ tab, rows, isSearch, onClear, ...shown }: Props) {
  if (rows.isPending)
    return (
      <Loading label="Loading messages">
        {[1, 2, 3, 4, 5].map((card) => (
          <RowSkeleton key={card} />
        ))}
      </Loading>
    )
  if (!rows.data)
    return (
      <div className="p-4">
        <NotLoaded
          query={rows}
          title="Access Error"
          text="Unable to load messages. Please make sure you're logged in with admin privileges."
        />
      </div>
    )
  if (rows.total === 0)
    return (
      <div className="p-4">
        {isSearch ? (
          <NoMatch
            title="No messages found"
            text="No messages match your search. Try other words."
            onClear={onClear}
          />
        ) : (
          <EmptyState title="No messages found" text={EMPTY[tab]} />
        )}
      </div>
    )
  return <List tab={tab} rows={rows} {...shown} />
}

type ListProps = Omit<Props, "isSearch" | "onClear">

function List({ tab, rows, openId, nameOf, onRange, onOpen, onView }: ListProps) {
  // By blocks, so that scrolling asks once in a while and not at every step.
  const [block, setBlock] = useState(0)
  const known: number[] = []
  for (let at = block * PAGE; at < (block + 2) * PAGE && tab !== "held"; at++) {
    const id = rows.row(at)?.id
    if (id !== undefined) known.push(id)
  }
  const mail = useMail(known)
  const { list, slots } = useVirtualRows<HTMLUListElement>({
    count: rows.total,
    keyOf: (index) => rows.row(index)?.id ?? `at ${index}`,
    estimate: 90,
    keep: openId ? [openId] : [],
    onRange: (from, to) => {
      setBlock(Math.floor(from / PAGE))
      onRange(from, to)
    },
  })
  return (
    <>
      <ul ref={list as RefObject<HTMLUListElement>} aria-label="Messages" data-rows>
        {slots.map((slot) => {
          if (slot.index === undefined) return <Room key={slot.key} height={slot.height} />
          const message = rows.row(slot.index)
          return message ? (
            <MessageRow
              key={slot.key}
              place={slot.props}
              message={message}
              letters={mail.data?.filter(({ message_id }) => message_id === message.id) ?? []}
              assignee={nameOf(message.assigned_to)}
              isOpen={message.id === openId}
              onOpen={() => onOpen(message)}
              onView={() => onView(message)}
            />
          ) : (
            <li key={slot.key} {...slot.props}>
              <RowSkeleton />
            </li>
          )
        })}
      </ul>
      <BrokenRows broken={rows.broken} text="Unable to load messages." />
    </>
  )
}

function RowSkeleton() {
  return (
    <div className="desk-skeleton">
      <Bar className="h-3.5 w-2/5" />
      <Bar className="h-4 w-4/5" />
      <Bar className="h-3 w-3/5" />
    </div>
  )
}
