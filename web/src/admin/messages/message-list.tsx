import { EmptyState } from "@/ui/empty-state"
import { ErrorState } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { Bar, Loading } from "@/ui/skeleton"
import type { useRows } from "../rows/use-rows"
import { VirtualList } from "../rows/virtual-list"
import type { Message } from "./api"
import { MessageCard } from "./message-card"

type Props = {
  rows: ReturnType<typeof useRows<Message>>
  isSearch: boolean
  onClear: () => void
  onRange: (from: number, to: number) => void
  onOpen: (message: Message) => void
}

export function MessageList({ rows, isSearch, onClear, onRange, onOpen }: Props) {
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
      <EmptyState
        title="No messages found"
        text="When visitors write through the contact form, their messages appear here."
      />
    )
  return (
    <VirtualList label="Messages" count={rows.total} estimate={132} onRange={onRange}>
      {(index) => {
        const message = rows.row(index)
        return message ? (
          <MessageCard message={message} onOpen={() => onOpen(message)} />
        ) : (
          <MessageSkeleton />
        )
      }}
    </VirtualList>
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
