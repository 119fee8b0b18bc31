import { useQuery } from "@tanstack/react-query"
import { ChevronLeft, Download, Eraser, Reply } from "lucide-react"
import { type ReactNode, useState } from "react"
import { Link } from "wouter"
import { exportPerson } from "@/lib/export-person"
import { counted, initialOf, listed, shortDate } from "@/lib/format"
import { mailto, reply } from "@/lib/mailto"
import { Button, buttonStyle } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Loaded } from "../document/loaded"
import { useUser } from "../session/session"
import { type Everything, person, type Receipt, shownOf } from "./api"
import { EraseDialog } from "./erase-dialog"
import { Places } from "./places"
import { Applications, Letters, Messages, SubscriptionCard } from "./sections"
import { amounts } from "./words"

type Props = { email: string; onErased: (receipt: Receipt) => void }

/** All that is stored about one address. */
export function OnePerson({ email, onErased }: Props) {
  const query = useQuery(person(email))
  const shown = query.data && shownOf(query.data)
  return (
    <>
      <Link
        href="/admin/people"
        className="mb-4 inline-flex items-center gap-1 text-ink-2 hover:text-ink"
      >
        <ChevronLeft className="size-4" aria-hidden="true" /> All people
      </Link>
      <header className="page-head">
        <div className="flex min-w-0 items-center gap-4">
          <span className="feed-face person-face" aria-hidden="true">
            {initialOf(shown?.messages[0]?.name || shown?.applications[0]?.name || email)}
          </span>
          <div className="min-w-0">
            <h1 tabIndex={-1} className="display wrap-anywhere">
              {shown?.name ?? email}
            </h1>
            {shown && (
              <p className="mt-1.5 text-ink-2 wrap-anywhere">
                {email}
                {shown.since && `, known since ${shortDate(shown.since)}`}
              </p>
            )}
          </div>
        </div>
        <a
          href={mailto(email, shown?.messages[0] && reply(shown.messages[0].subject))}
          className={buttonStyle({ className: "max-md:w-full" })}
        >
          <Reply aria-hidden="true" /> Reply via Email
        </a>
      </header>
      <Loaded query={query} failed={{ text: "What is stored about them could not be loaded." }}>
        {(all) => <Stored email={email} all={all} onErased={onErased} />}
      </Loaded>
    </>
  )
}

function Stored({ email, all, onErased }: Props & { all: Everything }) {
  const { role } = useUser()
  const [isErasing, setErasing] = useState(false)
  const { messages, subscription, applications, copies } = shownOf(all)
  const isNobody = messages.length + applications.length + copies.length === 0 && !subscription
  return (
    <div className="person-page">
      <div className="grid gap-4">
        {messages.length > 0 && <Messages messages={messages} />}
        {subscription && <SubscriptionCard of={subscription} />}
        {applications.length > 0 && <Applications applications={applications} />}
        {copies.length > 0 && <Letters copies={copies} />}
        {isNobody && <EmptyState title="Nothing to show." text={elsewhere(amounts(all))} />}
      </div>
      <div className="grid gap-4">
        <Aside title="Their data">
          <p>
            Everything on this page, and what of it is in Trash and in the outbox. JSON for
            programs, CSV for spreadsheets.
          </p>
          <Button onClick={() => void exportPerson(all, "json")}>
            <Download aria-hidden="true" /> Export everything
          </Button>
          <Button onClick={() => void exportPerson(all, "csv")}>
            <Download aria-hidden="true" /> Export as CSV
          </Button>
        </Aside>
        {all.mentioned.length > 0 && (
          <Aside title="Mentioned elsewhere">
            <p>
              {counted(all.mentioned.length, "text")} of others{" "}
              {all.mentioned.length === 1 ? "contains" : "contain"} this address. Erasing lists{" "}
              {all.mentioned.length === 1 ? "it and leaves it." : "them and leaves them."}
            </p>
            <Places of={all.mentioned} />
          </Aside>
        )}
        <Aside title="Erase">
          <p>
            {role === "admin"
              ? "For good, not in Trash. You get a receipt to pass on."
              : "Only admins erase people."}
          </p>
          {role === "admin" && (
            <Button onClick={() => setErasing(true)}>
              <Eraser aria-hidden="true" /> Erase this person
            </Button>
          )}
        </Aside>
      </div>
      {isErasing && (
        <EraseDialog email={email} all={all} onDone={onErased} onClose={() => setErasing(false)} />
      )}
    </div>
  )
}

// Somebody whose rows were all deleted is still in Trash, or in the outbox.
const elsewhere = (rest: string[]) =>
  rest.length > 0
    ? `Still stored: ${listed(rest)}.`
    : "Nobody with this address wrote, signed up or applied."

function Aside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card grid gap-2.5 p-5 [&_p]:text-label [&_p]:text-ink-2">
      <h2 className="display text-[17px]">{title}</h2>
      {children}
    </section>
  )
}
