import { useQuery } from "@tanstack/react-query"
import { feedMoment } from "@/lib/format"
import type { Answer } from "@/lib/supabase"
import { Badge } from "@/ui/badge"
import { When } from "@/ui/when"
import { useNames, useStaff } from "../session/staff"
import { eventsOf, mailsTo } from "./api"
import type { Application, HistoryEvent } from "./stages"
import { eventInWords } from "./words"

/** What happened to an application, and who saw it. */
export function Events({ row }: { row: Application }) {
  const { data: events, isError } = useQuery(eventsOf(row.id))
  const hasMail = events?.some(({ kind }) => kind === "mail") ?? false
  const { data: mails = [] } = useQuery({ ...mailsTo(row.id), enabled: hasMail })
  const who = useNames(events)
  const { data: staff } = useStaff(events?.some(({ kind }) => kind === "assigned") ?? false)
  const nameOf = (email: string) => staff?.find((one) => one.email === email)?.name || email
  return (
    <section aria-label="History" className="applicant-part">
      <h3>History</h3>
      {isError && <p className="text-label text-ink-3">History could not be loaded right now.</p>}
      <ul className="applicant-events">
        {events?.map((event) => (
          <li key={event.id}>
            <b>{who(event)}</b> {eventInWords(event, nameOf)}{" "}
            <When at={event.created_at} as={feedMoment} />
            {event.kind === "mail" && (
              <Sent event={event} mail={mails.find(({ event_id }) => event_id === event.id)} />
            )}
          </li>
        ))}
        <li>
          <b>{row.name}</b> applied <When at={row.created_at} as={feedMoment} />
        </li>
      </ul>
    </section>
  )
}

type Mail = Answer<"application_mail">[number]

function Sent({ event, mail }: { event: HistoryEvent; mail?: Mail }) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer">
        What was written {mail && mail.state !== "sent" && <State mail={mail} />}
      </summary>
      <p className="mt-1 whitespace-pre-wrap">{event.text}</p>
      {mail?.last_error && <p className="mt-1 text-warn">{mail.last_error}</p>}
    </details>
  )
}

function State({ mail: { state, attempts, next_try_at } }: { mail: Mail }) {
  if (state === "given up") return <Badge look="warn">Given up after {attempts} tries</Badge>
  if (state === "kept") return <Badge look="warn">Not mailed: there is no mail server</Badge>
  return (
    <Badge look={attempts > 0 ? "warn" : "plain"}>
      {attempts > 0 && next_try_at
        ? `Not delivered yet, next try ${feedMoment(next_try_at)}`
        : "On its way"}
    </Badge>
  )
}
