import { useQuery } from "@tanstack/react-query"
import { ArrowRight } from "lucide-react"
import { Link } from "wouter"
import { cn } from "@/lib/cn"
import { feedMoment } from "@/lib/format"
import { buttonStyle } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { When } from "@/ui/when"
import { latestMessages } from "./api"
import { Waiting } from "./tile"

export function LatestMessages() {
  const query = useQuery(latestMessages)
  return (
    <Card className="span-12">
      <CardHead title="Latest messages">
        <Link href="/admin/messages" className={buttonStyle({ look: "ghost", className: "-mr-2" })}>
          All messages <ArrowRight aria-hidden="true" />
        </Link>
      </CardHead>
      {query.data === undefined ? (
        <div className="px-5 pb-5">
          <Waiting query={query} />
        </div>
      ) : (
        <ul>
          {query.data.length === 0 && <li className="p-5 text-ink-2">No messages found</li>}
          {query.data.map((message) => (
            <li key={message.id}>
              <Link href={`/admin/messages?open=${message.id}`} className="line-row">
                <div className="flex min-w-0 items-center gap-3">
                  <span
                    className={cn(
                      "size-1.5 shrink-0",
                      message.state === "new" && "rounded-full bg-dot",
                    )}
                  >
                    {message.state === "new" && <span className="sr-only">New</span>}
                  </span>
                  <div className="min-w-0">
                    <p className="truncate font-medium">{message.subject}</p>
                    <p className="truncate text-ink-2">{message.name}</p>
                  </div>
                </div>
                <When at={message.created_at} as={feedMoment} className="text-ink-3 tabular-nums" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
