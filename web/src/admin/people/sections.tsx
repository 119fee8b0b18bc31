import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { erasedOn } from "@/lib/erased"
import { fullMoment, number } from "@/lib/format"
import { Badge } from "@/ui/badge"
import { Card, CardHead } from "@/ui/card"
import { When } from "@/ui/when"
import { type Application, type Copy, type Message, type Subscription, subjects } from "./api"
import { capital, standing } from "./words"

export function Messages({ messages }: { messages: Message[] }) {
  return (
    <Card aria-label="Messages">
      <CardHead title="Messages">
        <Total>{number(messages.length)}</Total>
      </CardHead>
      <ul className="divide-y divide-line">
        {messages.map(({ id, subject, created_at, quarantined_at }) => (
          <Line
            key={id}
            at={created_at}
            badge={quarantined_at && <Badge look="warn">Held back</Badge>}
          >
            <Link href={`/admin/messages?open=${id}`} className="font-medium hover:text-edge">
              {subject}
            </Link>
          </Line>
        ))}
      </ul>
    </Card>
  )
}

/** How somebody came on the list, and what they agreed to. */
export function SubscriptionCard({ of }: { of: Subscription }) {
  const { status, consent, created_at, unsubscribed_at, wants_jobs } = of
  const { text, look } = standing(status)
  const facts: [string, ReactNode][] = [
    ["Asked", fullMoment(consent?.at || created_at) + (HOW[consent?.source ?? ""] ?? "")],
    ["Agreed to", consent?.text ? `“${consent.text}”` : "Not recorded"],
    ["Where", consent?.note],
    ["Confirmed", confirmedOf(of)],
    ["Unsubscribed", unsubscribed_at && fullMoment(unsubscribed_at)],
    ["Letters about jobs", wants_jobs ? "Yes" : "No"],
  ]
  return (
    <Card aria-label="Subscription">
      <CardHead title="Subscription">
        <Badge look={look}>{text}</Badge>
      </CardHead>
      <dl className="facts px-5 py-4 text-label">
        {facts.map(
          ([what, value]) =>
            value && (
              <div key={what} className="contents">
                <dt>{what}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  )
}

function confirmedOf({ confirmed_at, status }: Subscription): string {
  if (confirmed_at) return `${fullMoment(confirmed_at)}, with the button on the page`
  return status === "pending" ? "Not yet" : "Not asked for"
}

const HOW: Record<string, string> = {
  form: ", with the form on the site",
  import: ", by an import",
  again: ", again, by the link of a letter",
  "before consent was recorded": ", before consent was recorded",
}

/** What they applied for, and until when it is kept. */
export function Applications({ applications }: { applications: Application[] }) {
  return (
    <Card aria-label="Applications">
      <CardHead title="Applications">
        <Total>{number(applications.length)}</Total>
      </CardHead>
      <ul className="divide-y divide-line">
        {applications.map((row) => (
          <Line
            key={row.id}
            at={row.created_at}
            badge={
              row.quarantined_at ? (
                <Badge look="warn">Held back</Badge>
              ) : (
                <Badge look={row.stage === "new" ? "new" : "plain"}>{capital(row.stage)}</Badge>
              )
            }
          >
            <Link href={`/admin/applicants?open=${row.id}`} className="font-medium hover:text-edge">
              {row.job_title || "A job"}
            </Link>
            <span className="block text-label text-ink-3">{keptOf(row)}</span>
          </Line>
        ))}
      </ul>
    </Card>
  )
}

const keptOf = (row: Application) => [row.cv_file_name, erasedOn(row)].filter(Boolean).join(", ")

export function Letters({ copies }: { copies: Copy[] }) {
  const ids = [...new Set(copies.map(({ letter_id }) => letter_id))].toSorted((a, b) => a - b)
  const { data: known } = useQuery(subjects(ids))
  const sent = copies.filter(({ status }) => status === "sent").length
  return (
    <Card aria-label="Letters">
      <CardHead title="Letters">
        <Total>{number(sent)} sent to this address</Total>
      </CardHead>
      <ul className="divide-y divide-line">
        {copies.map(({ id, letter_id, status, sent_at, error }) => {
          const { text, look } = standing(status)
          return (
            <Line key={id} at={sent_at} badge={<Badge look={look}>{text}</Badge>}>
              <span className="font-medium">{known?.get(letter_id) ?? `Letter ${letter_id}`}</span>
              {error && <span className="block text-label text-ink-3">{error}</span>}
            </Line>
          )
        })}
      </ul>
    </Card>
  )
}

const Total = ({ children }: { children: ReactNode }) => (
  <span className="text-label text-ink-3 tabular-nums">{children}</span>
)

type LineProps = { at: string | null; badge?: ReactNode; children: ReactNode }

const Line = ({ at, badge, children }: LineProps) => (
  <li className="person-line">
    <span className="min-w-0 wrap-anywhere">{children}</span>
    <span>{badge}</span>
    <span className="text-label text-ink-3 tabular-nums">{at && <When at={at} />}</span>
  </li>
)
