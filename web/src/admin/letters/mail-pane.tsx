import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { AlignLeft, Mail, Monitor, Smartphone } from "lucide-react"
import { useRef, useState } from "react"
import type { Letter } from "@/lib/documents.gen"
import { type Ground, useGround } from "@/lib/ground"
import { call } from "@/lib/supabase"
import { Button } from "@/ui/button"
import { Segment } from "@/ui/segment"
import { Select } from "@/ui/select"
import { useSize } from "../preview/channel"
import { GroundSwitch } from "../preview/ground-switch"
import type { Choice } from "../preview/pane"
import { useTyped } from "../rows/use-typed"
import { audience } from "./api"
import { MailView } from "./mail-view"

export type Draft = Pick<Letter, "subject" | "preheader" | "body">

/** A letter, saved or not, as the mail that goes out. */
export const mailOf = ({ subject, preheader, body }: Draft) =>
  queryOptions({
    queryKey: ["letters", "mail", subject, preheader, body],
    queryFn: () => call("letter_preview", { subject, preheader, body }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

export const WIDTHS = { wide: 640, phone: 360 }
type View = keyof typeof WIDTHS | "text"

type Props = {
  draft: Draft
  /** What else can be shown in its place. */
  pages?: Choice[]
  page?: string
  onPage?: (path: string) => void
}

/** A letter as a mail, beside what is typed. */
export function MailPane({ draft, pages, page, onPage }: Props) {
  const { data } = useQuery(audience("all"))
  const [view, setView] = useState<View>(() => (window.innerWidth < 1024 ? "phone" : "wide"))
  const [ground, setGround] = useState(useGround())
  return (
    <section className="pane" aria-label="Preview">
      <div className="pane-bar mail-bar">
        {pages && page ? (
          <div className="pane-name">
            <Select
              aria-label="What is shown"
              className="w-40"
              value={page}
              onChange={(path) => onPage?.(path)}
              options={pages.map(({ path, name }) => ({ value: path, label: name }))}
            />
          </div>
        ) : (
          <p className="pane-name">
            <Mail aria-hidden="true" />
            <b>As a mail</b> {data && <span>from {data.from}</span>}
          </p>
        )}
        <Segment
          label="Width of the mail"
          value={view}
          onChange={setView}
          choices={[
            { value: "wide", label: "Wide", icon: <Monitor aria-hidden="true" /> },
            { value: "phone", label: "Phone", icon: <Smartphone aria-hidden="true" /> },
            { value: "text", label: "Text", icon: <AlignLeft aria-hidden="true" /> },
          ]}
        />
        <GroundSwitch value={ground} onChange={setGround} />
      </div>
      <Stage draft={draft} view={view} ground={ground} />
    </section>
  )
}

type StageProps = { draft: Draft; view: View; ground: Ground }

function Stage({ draft, view, ground }: StageProps) {
  const box = useRef<HTMLDivElement>(null)
  const { w } = useSize(box)
  // Asked a moment after the last key, and shown as it was until then.
  const settled = JSON.parse(useTyped(JSON.stringify(draft), 300)) as Draft
  const mail = useQuery(mailOf(settled))
  const width = view === "phone" ? WIDTHS.phone : WIDTHS.wide
  const scale = w ? Math.min(1, w / width) : 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className="mail-stage" tabIndex={0} aria-label="The mail">
      <div className="mail-box" ref={box} style={{ maxWidth: width }}>
        <p className="mail-head">
          <b>{settled.subject.trim() || "No subject yet"}</b>
          <span>{settled.preheader}</span>
        </p>
        {mail.data ? (
          view === "text" ? (
            <pre className="mail-text" data-ground={ground}>
              {mail.data.text}
            </pre>
          ) : (
            <MailView html={mail.data.html} width={width} ground={ground} scale={scale} />
          )
        ) : mail.isError ? (
          <div role="alert" className="mail-note">
            <p>The preview could not load. The form still works.</p>
            <Button size="sm" onClick={() => void mail.refetch()}>
              Retry
            </Button>
          </div>
        ) : (
          <p role="status" className="mail-note">
            Loading the mail
          </p>
        )}
      </div>
    </section>
  )
}
