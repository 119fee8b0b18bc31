import { useState } from "react"
import { EmptyState } from "@/ui/empty-state"
import { ErrorState } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { Bar, Loading } from "@/ui/skeleton"
import { BrokenRows } from "../rows/broken-rows"
import { PAGE, type useRows } from "../rows/use-rows"
import { VirtualList } from "../rows/virtual-list"
import type { Message, Show } from "./api"
import { useMail } from "./mail"
import { MessageCard } from "./message-card"

type Props = {
  show: Show
  rows: ReturnType<typeof useRows<Message>>
  isSearch: boolean
  onClear: () => void
  onRange: (from: number, to: number) => void
  onOpen: (message: Message) => void
  onDelete: (message: Message) => void
}

const EMPTY: Record<Show, string> = {
  inbox: "When visitors write through the contact form, their messages appear here.",
  quarantine: "Messages that look like spam wait here until you release or delete them.",
}

export function MessageList({ show, rows, isSearch, onClear, onRange, ...on }: Props) {
  // By blocks, so that scrolling asks once in a while and not at every step.
  const [block, setBlock] = useState(0)
  const known: number[] = []
  for (let at = block * PAGE; at < (block + 2) * PAGE && show === "inbox"; at++) {
    const id = rows.row(at)?.id
    if (id !== undefined) known.push(id)
  }
  const mail = useMail(known)
  if (rows.isPending)
    return (
      <Loading label="Loading messages">
        <div className="grid gap-3">
          {[1, 2, 3, 4, 5].map((card) => (
            <MessageSkeleton key={card} />
          ))}
        </div>
      </Loading>
    )
  if (!rows.data)
    return (
      <ErrorState
        title="Access Error"
        text="Unable to load messages. Please make sure you're logged in with admin privileges."
        pending={rows.isFetching}
        onRetry={() => void rows.refetch()}
      />
    )
  if (rows.total === 0)
    return isSearch ? (
      <NoMatch
        title="No messages found"
        text="No messages match your search. Try other words."
        onClear={onClear}
      />
    ) : (
      <EmptyState title="No messages found" text={EMPTY[show]} />
    )
  return (
    <>
      <VirtualList
        label="Messages"
        count={rows.total}
        estimate={132}
        onRange={(from, to) => {
          setBlock(Math.floor(from / PAGE))
          onRange(from, to)
        }}
      >
        {(index) => {
          const message = rows.row(index)
          return message ? (
            <MessageCard
              message={message}
              letters={mail.data?.filter(({ message_id }) => message_id === message.id) ?? []}
              onOpen={() => on.onOpen(message)}
              onDelete={() => on.onDelete(message)}
            />
          ) : (
            <MessageSkeleton />
          )
        }}
      </VirtualList>
      <BrokenRows broken={rows.broken} text="Unable to load messages." />
    </>
  )
}

function MessageSkeleton() {
  return (
    <div className="card grid h-33 content-start gap-2.5 p-4.5">
      <Bar className="h-4 w-3/5" />
      <Bar className="h-3 w-2/5" />
      <Bar className="mt-1.5 h-8.5 w-36" />
    </div>
  )
}
