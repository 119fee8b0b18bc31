import { useQuery } from "@tanstack/react-query"
import { feedMoment } from "@/lib/format"
import { MailState } from "@/ui/mail-state"
import { When } from "@/ui/when"
import { useNames, useStaff } from "../session/staff"
import { useResend } from "./act"
import { eventsOf, type Mailed, mailsTo } from "./api"
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

/** What staff wrote; where it has not arrived, it is open, with why and a way to send it again. */
function Sent({ event, mail }: { event: HistoryEvent; mail?: Mailed }) {
  const resend = useResend()
  const isSent = !mail || mail.state === "sent"
  return (
    <details key={`${isSent}`} className="mt-1" open={!isSent}>
      <summary className="cursor-pointer">What was written</summary>
      <p className="mt-1 whitespace-pre-wrap">{event.text}</p>
      {!isSent && (
        <div className="mt-2">
          <MailState
            label={event.subject}
            mail={mail}
            pending={resend.isPending}
            onResend={() =>
              resend.mutate({ id: event.application_id, kind: "mail", event_id: event.id })
            }
          />
        </div>
      )}
    </details>
  )
}
