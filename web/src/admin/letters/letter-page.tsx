import { useQuery } from "@tanstack/react-query"
import { ChevronLeft, Copy, Download, Expand } from "lucide-react"
import { useState } from "react"
import { Link } from "wouter"
import type { Letter } from "@/lib/documents.gen"
import { useCsvExport } from "@/lib/export-csv"
import { clock, counted, feedMoment, fullMoment } from "@/lib/format"
import { useGround } from "@/lib/ground"
import { Button } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { Dialog } from "@/ui/dialog"
import { audience, deeds, isBegun, recipientsSheet, useDuplicate } from "./api"
import { leftOut } from "./left-out"
import { Draft, Over, Paused, Scheduled, Sending } from "./letter-states"
import { MailPane, mailOf, WIDTHS } from "./mail-pane"
import { MailView } from "./mail-view"
import { LetterState } from "./state"
import { Who } from "./who"

type Props = { letter: Letter; onEdit: () => void; onSend: () => void }

/** How far one letter has come, who got it, and what can still be done. */
export function LetterPage({ letter, onEdit, onSend }: Props) {
  const { status } = letter
  const duplicate = useDuplicate()
  const file = useCsvExport()
  return (
    <>
      <Link
        href="/admin/letters"
        className="mb-4 inline-flex min-h-6 items-center gap-1 text-ink-2 hover:text-ink"
      >
        <ChevronLeft className="size-4" aria-hidden="true" /> Letters
      </Link>
      <header className="page-head">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="display wrap-anywhere">
            {letter.subject}{" "}
            <span className="letter-state">
              <LetterState status={status} />
            </span>
          </h1>
          <p className="mt-1.5 text-ink-2">
            <By letter={letter} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:*:flex-1">
          <Button pending={duplicate.isPending} onClick={() => duplicate.run(letter)}>
            <Copy aria-hidden="true" /> Duplicate
          </Button>
          {isBegun(letter) && (
            <Button pending={file.isPending} onClick={() => void file.run(recipientsSheet(letter))}>
              <Download aria-hidden="true" /> Export as CSV
            </Button>
          )}
        </div>
      </header>
      <div className="letter-page">
        <div className="grid grid-cols-1 gap-4">
          {status === "draft" && <Draft letter={letter} onEdit={onEdit} onSend={onSend} />}
          {status === "scheduled" && <Scheduled letter={letter} onSend={onSend} />}
          {status === "sending" && <Sending letter={letter} />}
          {status === "paused" && <Paused letter={letter} />}
          {(status === "sent" || status === "cancelled") && <Over letter={letter} />}
          {isBegun(letter) ? <Who letter={letter} /> : <Facts letter={letter} />}
        </div>
        <div className="grid grid-cols-1 gap-4">
          <TheLetter letter={letter} />
          {status === "sent" && <OnTheSite letter={letter} />}
        </div>
      </div>
    </>
  )
}

/** Who did it, and when. */
function By({ letter }: { letter: Letter }) {
  const { data = [] } = useQuery(deeds(letter.id))
  const latest = (action: string) => data.find((one) => one.action === `letter_${action}`)
  const by = (action: string) => {
    const email = latest(action)?.user_email
    return email ? ` by ${email}` : ""
  }
  const moment = (action: string) => {
    const at = latest(action)?.created_at
    return at ? `, ${feedMoment(at)}` : ""
  }
  switch (letter.status) {
    case "draft":
      return letter.tested_at
        ? `Test sent ${feedMoment(letter.tested_at)}. Nobody else has got it.`
        : "Nobody has got it yet."
    case "scheduled":
      return `Scheduled${by("scheduled")}. Nobody has got it yet.`
    case "sending":
      return `Started${by("scheduled")}${letter.scheduled_at ? `, ${feedMoment(letter.scheduled_at)}` : ""}.`
    case "paused":
      return letter.paused_because
        ? "Paused by itself: the mail server refused ten copies in a row."
        : `Paused${by("paused")}${moment("paused")}.`
    case "cancelled":
      return `Stopped${by("cancelled")}${moment("cancelled")}.`
    case "sent": {
      const [from, to] = [letter.scheduled_at, letter.sent_at]
      return `Sent ${from ? fullMoment(from) : ""}${to ? ` to ${clock(to)}` : ""}${by("scheduled")}.`
    }
  }
}

type OneProps = { letter: Letter }

/** What a letter that has not begun will do. */
function Facts({ letter }: OneProps) {
  const { data } = useQuery(audience(letter.audience))
  if (!data) return null
  const people = counted(data.recipients, "person", "people")
  const facts: [string, string][] = [
    ["Subject", letter.subject],
    ["From", data.from],
    [
      "Gets it",
      letter.audience === "jobs"
        ? `Those who want to hear of jobs at that moment, ${people} today`
        : `Everyone confirmed at that moment, ${people} today`,
    ],
    ["Left out", leftOut(data)],
  ]
  return (
    <Card className="letter-panel" aria-label="Who gets it">
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2.5 max-md:grid-cols-[5.5rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function TheLetter({ letter }: OneProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(mailOf(letter))
  const ground = useGround()
  return (
    <Card aria-label="The letter" className="overflow-hidden">
      <CardHead title="The letter">
        <Button look="ghost" size="sm" onClick={() => setOpen(true)}>
          <Expand aria-hidden="true" /> Open
        </Button>
      </CardHead>
      {/* A picture of it; to read it, it is opened. */}
      <div className="letter-small" aria-hidden="true">
        {data && <MailView html={data.html} width={WIDTHS.wide} ground={ground} scale={0.53} />}
      </div>
      {isOpen && (
        <Dialog title={letter.subject} size="window" onClose={() => setOpen(false)}>
          <MailPane draft={letter} />
        </Dialog>
      )}
    </Card>
  )
}

function OnTheSite({ letter: { is_public, slug } }: OneProps) {
  return (
    <Card className="letter-panel" aria-label="On the site">
      <h2 className="font-medium">On the site</h2>
      <p className="mt-1 text-ink-2">
        {is_public ? (
          <>
            Visitors read it at{" "}
            <a
              href={`/letters/${slug}`}
              target="_blank"
              rel="noopener"
              className="text-link wrap-anywhere"
            >
              /letters/{slug}
            </a>
            .
          </>
        ) : (
          <>
            Sent letters are not public.{" "}
            <Link href="/admin/settings/newsletter" className="text-link">
              Settings, Newsletter
            </Link>
          </>
        )}
      </p>
    </Card>
  )
}
