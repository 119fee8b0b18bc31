import { ArrowLeft } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { mailto } from "@/lib/mailto"
import { plainText } from "@/lib/text"
import type { Received } from "../apply-send"
import { type ApplyPage, jobPath, type Shared } from "../data"
import { factsOf } from "../job-facts"
import { ApplyForm } from "../sections/apply-form"
import { Sent, SpareDrawing } from "../sections/contact-sent"
import { Rich } from "../sections/rich"
import { word } from "../words"
import type { Parts } from "./page-parts"

export const apply = (data: Shared & ApplyPage, apiKey: string): Parts => ({
  above: null,
  below: <Apply key={data.job.id} data={data} apiKey={apiKey} />,
})

function Apply({ data, apiKey }: { data: Shared & ApplyPage; apiKey: string }) {
  const { job, received } = data
  const [sent, setSent] = useState<Received | null>(null)
  const isOver = received || sent !== null
  return (
    <div className="page wrap jd-head">
      <a className="back" href={jobPath(job.slug)}>
        <ArrowLeft className="ic" strokeWidth={1.75} /> {word("apply_back")}
      </a>
      <h1 className="d vt-title" tabIndex={-1}>
        {job.title}
      </h1>
      <p className="lead">{lead(job, isOver)}</p>
      <div className="ct">
        {isOver ? (
          <ApplicationReceived sent={sent} />
        ) : (
          <ApplyForm job={job} apiKey={apiKey} returned={data.form} onReceived={setSent} />
        )}
        <Beside data={data} isMailed={isOver ? sent?.mailed === true : !data.no_mail} />
      </div>
      {data.site.art && !isOver && <SpareDrawing />}
    </div>
  )
}

function lead({ location, closes_on }: ApplyPage["job"], isOver: boolean): string {
  const facts = factsOf({ location, closes_on }).map(({ text }) => `${text}.`)
  return [...facts, isOver ? "" : word("apply_lead")].join(" ").trim()
}

/** Who sent it without JavaScript is not known here; what is said is true for everyone. */
function ApplicationReceived({ sent }: { sent: Received | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!sent) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: "center" })
  }, [sent])
  const message = sent?.mailed
    ? word("apply_sent_text", { email: sent.email })
    : word("apply_sent_no_mail")
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the confirmation takes the focus that was in the form
    <div ref={box} role="status" tabIndex={0} className="sent-box">
      <Sent title={word("apply_sent_title")} message={message} />
    </div>
  )
}

function Beside({ data: { job }, isMailed }: { data: ApplyPage; isMailed: boolean }) {
  return (
    <div className="ct-side ap-side">
      <dl>
        <div>
          <dt>{word("apply_next_title")}</dt>
          <dd>
            <ol>
              {isMailed && <li>{word("apply_next_1")}</li>}
              <li>{word("apply_next_2")}</li>
              <li>{word("apply_next_3")}</li>
            </ol>
          </dd>
        </div>
        <div>
          <dt>{word("apply_data_title")}</dt>
          <dd>{word("apply_data")}</dd>
        </div>
        {plainText(job.how_to_apply) && (
          <div>
            <dt>{word("apply_rather")}</dt>
            <dd>
              <HowTo html={job.how_to_apply} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

/** The address alone, where the job gives one. */
function HowTo({ html }: { html: string }) {
  const [, address] = /href="mailto:([^"?]+)/.exec(html) ?? []
  if (!address) return <Rich html={html} />
  const plain = decodeURIComponent(address)
  return <a href={mailto(plain)}>{plain}</a>
}
