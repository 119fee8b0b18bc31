import { useQuery } from "@tanstack/react-query"
import {
  CalendarClock,
  ChevronLeft,
  CircleHelp,
  Copy,
  Download,
  Expand,
  Info,
  Pencil,
  Send,
} from "lucide-react"
import { type ReactNode, useRef, useState } from "react"
import { Link } from "wouter"
import { queryOf } from "@/lib/document"
import { type Letter, site } from "@/lib/documents.gen"
import { useCsvExport } from "@/lib/export-csv"
import {
  clock,
  counted,
  daysAhead,
  feedMoment,
  fullMoment,
  momentIn,
  number,
  ownZone,
  weekdayIn,
} from "@/lib/format"
import { useGround } from "@/lib/ground"
import { Button } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { Dialog } from "@/ui/dialog"
import { Notice } from "@/ui/notice"
import { audience, deeds, figuresOf, recipientsSheet, useDuplicate, useSend } from "./api"
import { leftOut } from "./left-out"
import { MailPane, mailOf, WIDTHS } from "./mail-pane"
import { MailView } from "./mail-view"
import {
  BackButton,
  PauseButton,
  ResumeButton,
  StopButton,
  startsIn,
  TestButton,
  useStart,
} from "./moves"
import { LetterState, Shares } from "./state"
import { Who } from "./who"

type Props = { letter: Letter; onEdit: () => void; onSend: () => void }

/** How far one letter has come, who got it, and what can still be done. */
export function LetterPage({ letter, onEdit, onSend }: Props) {
  const { status } = letter
  const duplicate = useDuplicate()
  const file = useCsvExport()
  const isBegun = status !== "draft" && status !== "scheduled"
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
          {isBegun && (
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
          {isBegun ? <Who letter={letter} /> : <Facts letter={letter} />}
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

function Draft({ letter, onEdit, onSend }: Props) {
  return (
    <Panel title="Not sent yet" text="It can be changed until it is sent.">
      <Button look="primary" onClick={onSend}>
        <Send aria-hidden="true" /> Send or schedule
      </Button>
      <Button onClick={onEdit}>
        <Pencil aria-hidden="true" /> Go on writing
      </Button>
      <TestButton letter={letter} />
    </Panel>
  )
}

function Scheduled({ letter, onSend }: OneProps & { onSend: () => void }) {
  const left = useStart(letter)
  const send = useSend()
  const zone = useQuery(queryOf(site)).data?.time_zone ?? "UTC"
  const at = letter.scheduled_at ?? ""
  if (left !== undefined)
    return (
      <Panel title={startsIn(left).split(". ")[0] ?? ""} text="Nobody has got it yet.">
        <BackButton letter={letter} label="Stop" />
      </Panel>
    )
  const here = fullMoment(at)
  const there = momentIn(at, zone)
  const words = `${weekdayIn(at, zone)}, ${daysAhead(at)}`
  return (
    <>
      <Panel
        title={there}
        text={
          here === there
            ? `${words}.`
            : `${words}, time of ${zone}. Where you are (${ownZone()}) it is ${here}.`
        }
      >
        <Button onClick={onSend}>
          <CalendarClock aria-hidden="true" /> Change the time
        </Button>
        <BackButton letter={letter} label="Back to draft" />
        <Button
          look="ghost"
          pending={send.isPending}
          onClick={() => send.mutate({ id: letter.id, version: letter.version })}
        >
          Send now
        </Button>
      </Panel>
      <Calm text="Editing puts it back to draft, so that what goes out is what you last agreed to." />
    </>
  )
}

function Sending({ letter }: OneProps) {
  const { done } = figuresOf(letter)
  const left = useMinutesLeft(letter)
  return (
    <Panel
      title={letter.recipients > 0 ? `${number(done)} of ${number(letter.recipients)}` : "Begins"}
      text={`${left} You can leave this page; it goes on.`}
      bar={<Outcomes letter={letter} />}
    >
      <PauseButton letter={letter} />
      <span className="text-label text-ink-3">Takes effect after the copy on its way.</span>
    </Panel>
  )
}

function Paused({ letter }: OneProps) {
  const { done, waiting } = figuresOf(letter)
  return (
    <>
      <Panel
        title={`${number(done)} of ${number(letter.recipients)}, then paused`}
        text={`${counted(waiting, "person has", "people have")} not got it. Nobody gets it twice.`}
        bar={<Outcomes letter={letter} />}
      >
        <ResumeButton letter={letter} />
        <StopButton letter={letter} />
      </Panel>
      {letter.paused_because && (
        <Notice
          text={
            <>
              <strong className="block font-semibold">Paused by itself</strong>
              The mail server refused ten copies in a row. It answered: “{letter.paused_because}”
            </>
          }
        />
      )}
      <Calm text="A letter that has begun cannot be changed: two groups would get two letters. Stop for good, and write the next one instead." />
    </>
  )
}

function Over({ letter }: OneProps) {
  const { waiting } = figuresOf(letter)
  const figures: [number, string][] = [
    [letter.delivered, "taken by their server"],
    [letter.failed, "came back"],
    [letter.unknown, "unknown"],
    [letter.unsubscribed, "left with this letter"],
  ]
  if (letter.status === "cancelled") figures.splice(3, 0, [waiting, "not sent"])
  return (
    <>
      <Card aria-label="Figures">
        <CardHead title="Figures">
          <span className="text-label text-ink-3 tabular-nums">
            {counted(letter.recipients, "person", "people")}
          </span>
        </CardHead>
        <dl className="figures">
          {figures.map(([count, what]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd className="display tabular-nums">{number(count)}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <p className="text-label text-ink-3">
        Neither opens nor clicks are tracked, so they are not here.
      </p>
      {letter.unknown > 0 && (
        <div className="mb-[-20px]">
          <Notice
            icon={CircleHelp}
            text={
              <>
                <strong className="block font-semibold">
                  {counted(letter.unknown, "outcome is", "outcomes are")} unknown
                </strong>
                The line broke after the text had gone out and before the server said yes. They may
                have the letter, so it is not sent again: better one missing than one twice. You can
                write to them yourself.
              </>
            }
          />
        </div>
      )}
    </>
  )
}

const Outcomes = ({ letter }: OneProps) => (
  <Shares
    label="Copies"
    parts={[
      { label: "Sent", count: letter.delivered, tone: "ok" },
      { label: "Unknown", count: letter.unknown, tone: "warn" },
      { label: "Failed", count: letter.failed, tone: "bad" },
      { label: "Waiting", count: figuresOf(letter).waiting, tone: "rest" },
    ]}
  />
)

/** As fast as it went while somebody looked; before that, as fast as it may. */
function useMinutesLeft(letter: Letter): string {
  const { data } = useQuery(audience("all"))
  const { done, waiting } = figuresOf(letter)
  const first = useRef({ at: Date.now(), done })
  const passed = (Date.now() - first.current.at) / 60_000
  const seen = done - first.current.done
  const pace = seen > 0 && passed > 0.1 ? seen / passed : data?.rate
  if (!pace || letter.recipients === 0) return ""
  const minutes = Math.ceil(waiting / pace)
  return minutes > 1 ? `About ${number(minutes)} minutes left.` : "Less than a minute left."
}

type PanelProps = { title: string; text: ReactNode; bar?: ReactNode; children: ReactNode }

const Panel = ({ title, text, bar, children }: PanelProps) => (
  <Card className="letter-panel">
    <h2 className="display text-subtitle tabular-nums">{title}</h2>
    <p className="mt-1 text-ink-2">{text}</p>
    {bar && <div className="mt-4 flex">{bar}</div>}
    <div className="mt-4.5 flex flex-wrap items-center gap-2 max-md:*:w-full">{children}</div>
  </Card>
)

const Calm = ({ text }: { text: string }) => (
  <div className="mb-[-20px]">
    <Notice calm icon={Info} text={text} />
  </div>
)

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
