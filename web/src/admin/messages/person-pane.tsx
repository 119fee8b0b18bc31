import { useMutation, useQuery } from "@tanstack/react-query"
import { Download, Eraser, UserSearch } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { erasedOn } from "@/lib/erased"
import { exportPerson } from "@/lib/export-person"
import { counted, initialOf, shortDate } from "@/lib/format"
import { call } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { Badge } from "@/ui/badge"
import { Button, buttonStyle } from "@/ui/button"
import { Bar, Loading } from "@/ui/skeleton"
import { useUser } from "../session/session"
import { type Message, type State, writer } from "./api"

const STATES: Record<State, string> = {
  new: "new",
  read: "in Inbox",
  done: "done",
  archived: "archived",
  spam: "held back",
}

const placeOf = (email: string) => `/admin/people#${encodeURIComponent(email.toLowerCase())}`

/** What else is known of who wrote. */
export function PersonPane({ message }: { message: Message }) {
  const { name, email } = message
  return (
    <>
      <div className="flex items-center gap-3">
        <span className="feed-face person-face" aria-hidden="true">
          {initialOf(name)}
        </span>
        <div className="min-w-0">
          <p className="display text-[17px] wrap-anywhere">{name}</p>
          <p className="text-label text-ink-3 wrap-anywhere">{email}</p>
        </div>
      </div>
      <Known message={message} />
      <TheirData email={email} />
    </>
  )
}

function Known({ message }: { message: Message }) {
  const query = useQuery(writer(message.email))
  if (query.isPending)
    return (
      <Loading label="Loading what is known">
        <div className="mt-6 grid gap-3">
          <Bar className="h-4 w-1/2" />
          <Bar className="h-4 w-4/5" />
          <Bar className="h-4 w-3/5" />
        </div>
      </Loading>
    )
  if (!query.data)
    return (
      <Part title="Not known right now">
        <Button size="sm" pending={query.isFetching} onClick={() => void query.refetch()}>
          Try Again
        </Button>
      </Part>
    )
  const { subscription, applications, messages, total } = query.data
  return (
    <>
      <Part title="Newsletter">
        {subscription ? (
          <div className="flex items-center justify-between gap-2">
            <Badge look={subscription.status === "confirmed" ? "on" : "plain"}>
              {subscription.status.charAt(0).toUpperCase() + subscription.status.slice(1)}
            </Badge>
            <span className="text-micro text-ink-3">{since(subscription)}</span>
          </div>
        ) : (
          <p className="text-ink-2">Not subscribed</p>
        )}
      </Part>
      {applications.length > 0 && (
        <Part title={counted(applications.length, "application")}>
          <ul className="desk-others">
            {applications.map((row) => (
              <li key={row.id}>
                <Link href={`/admin/applicants?open=${row.id}`}>{row.job_title || "A job"}</Link>
                <span>
                  {row.stage}, {erasedOn(row)}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={counted(total, "message")}>
        <ul className="desk-others">
          {messages.map(({ id, subject, created_at, state }) => (
            <li key={id}>
              {id === message.id ? (
                <b>{subject}</b>
              ) : (
                <Link href={`/admin/messages?open=${id}`}>{subject}</Link>
              )}
              <span>
                {shortDate(created_at)}, {id === message.id ? "open here" : STATES[state]}
              </span>
            </li>
          ))}
        </ul>
        {total > messages.length && (
          <Link href={placeOf(message.email)} className="text-link text-label">
            All {counted(total, "message")}
          </Link>
        )}
      </Part>
    </>
  )
}

type Subscription = { created_at: string; unsubscribed_at: string | null }

const since = ({ created_at, unsubscribed_at }: Subscription) =>
  unsubscribed_at ? `on ${shortDate(unsubscribed_at)}` : `since ${shortDate(created_at)}`

function TheirData({ email }: { email: string }) {
  const { role } = useUser()
  const read = useMutation({
    mutationFn: () => call("export_person", { email }),
    onSuccess: (all) => exportPerson(all, "json"),
    onError: () => toast.error("Error", "What is stored about them could not be loaded."),
  })
  return (
    <Part title="Their data">
      <div className="grid gap-2">
        <Button pending={read.isPending} pendingLabel="Collecting..." onClick={() => read.mutate()}>
          <Download aria-hidden="true" /> Export everything
        </Button>
        <Link href={placeOf(email)} className={buttonStyle()}>
          <UserSearch aria-hidden="true" /> Show in People
        </Link>
        {role === "admin" && (
          <Link href={placeOf(email)} className={buttonStyle({ look: "ghost" })}>
            <Eraser aria-hidden="true" /> Erase this person
          </Link>
        )}
      </div>
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="desk-part">
    <h3>{title}</h3>
    {children}
  </section>
)
