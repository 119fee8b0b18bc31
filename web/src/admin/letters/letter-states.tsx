import { useQuery } from "@tanstack/react-query"
import { CalendarClock, CircleHelp, Info, Pencil, Send } from "lucide-react"
import { type ReactNode, useRef } from "react"
import { queryOf } from "@/lib/document"
import { type Letter, site } from "@/lib/documents.gen"
import { counted, daysAhead, fullMoment, momentIn, number, ownZone, weekdayIn } from "@/lib/format"
import { Button } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { Notice } from "@/ui/notice"
import { audience, figuresOf, useSend } from "./api"
import {
  BackButton,
  PauseButton,
  ResumeButton,
  StopButton,
  startsIn,
  TestButton,
  useStart,
} from "./moves"
import { Shares } from "./state"

type OneProps = { letter: Letter }

export function Draft({
  letter,
  onEdit,
  onSend,
}: OneProps & { onEdit: () => void; onSend: () => void }) {
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

export function Scheduled({ letter, onSend }: OneProps & { onSend: () => void }) {
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

export function Sending({ letter }: OneProps) {
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

export function Paused({ letter }: OneProps) {
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

export function Over({ letter }: OneProps) {
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
