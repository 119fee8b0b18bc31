import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link } from "wouter"
import type { Letter } from "@/lib/documents.gen"
import { clock, fullMoment } from "@/lib/format"
import { mailto } from "@/lib/mailto"
import { Badge } from "@/ui/badge"
import { buttonStyle } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { NotLoaded } from "@/ui/error-state"
import { Pills } from "@/ui/pills"
import { Spinner } from "@/ui/spinner"
import type { RowProps } from "@/ui/virtual-rows"
import { ShowMore } from "../rows/show-more"
import { VirtualCard } from "../rows/virtual-card"
import { type Copy, copiesOf, eachOnce, figuresOf, useFreshCopies, type Which } from "./api"

/** Who got a letter, who did not, and why. */
export function Who({ letter }: { letter: Letter }) {
  const [which, setWhich] = useState<Which>("all")
  const list = useInfiniteQuery({
    ...copiesOf(letter.id, which),
    placeholderData: keepPreviousData,
  })
  useFreshCopies(letter)
  const { waiting } = figuresOf(letter)
  const all = [
    { value: "all", label: "All", count: letter.recipients },
    {
      value: "failed",
      label: letter.status === "sent" ? "Came back" : "Failed",
      count: letter.failed,
    },
    { value: "unknown", label: "Unknown", count: letter.unknown },
    {
      value: "waiting",
      label: letter.status === "cancelled" ? "Not sent" : "Waiting",
      count: waiting,
    },
    { value: "left", label: "Left", count: letter.unsubscribed },
  ] as const
  const pills = all.filter(({ value, count }) => count > 0 || value === "all" || value === which)
  const rows = list.data && eachOnce(list.data.pages.flatMap(({ copies }) => copies))
  return (
    <Card aria-label="Who">
      <CardHead title="Who">
        <Pills label="Outcome" value={which} onChange={setWhich} choices={pills} />
      </CardHead>
      {rows ? (
        <>
          <VirtualCard label="Copies" className="copies" items={rows} estimate={53}>
            {(copy, place) => (
              <Line key={copy.id} copy={copy} place={place} subject={letter.subject} />
            )}
          </VirtualCard>
          {rows.length === 0 && <p className="px-5 py-4 text-ink-2">Nobody.</p>}
          {list.hasNextPage && (
            <div className="border-t border-line p-4">
              <ShowMore list={list} className="" />
            </div>
          )}
        </>
      ) : list.isPending ? (
        <Spinner label="Loading..." />
      ) : (
        <NotLoaded query={list} text="Who got it could not be loaded." />
      )}
    </Card>
  )
}

const OUTCOMES = {
  sent: { label: "Sent", look: "on" },
  failed: { label: "Failed", look: "bad" },
  bounced: { label: "Bounced", look: "bad" },
  unknown: { label: "Unknown", look: "warn" },
  queued: { label: "Waiting", look: "plain" },
} as const

type LineProps = { copy: Copy; place: RowProps; subject: string }

function Line({ copy, place, subject }: LineProps) {
  const { email, status, on_its_way } = copy
  const { label, look } = on_its_way
    ? ({ label: "On its way", look: "plain" } as const)
    : OUTCOMES[status as keyof typeof OUTCOMES]
  const isDoubtful = status === "unknown" && !on_its_way
  return (
    <li {...place} className="copy">
      <Link
        href={`/admin/people#${encodeURIComponent(email)}`}
        className="wrap-anywhere hover:underline"
      >
        {email}
      </Link>
      <span>
        <Badge look={look}>{label}</Badge>
      </span>
      <span className="copy-why">{reason(copy)}</span>
      {isDoubtful && (
        <a href={mailto(email, subject)} className={buttonStyle({ size: "sm" })}>
          Send Email<span className="sr-only"> to {email}</span>
        </a>
      )}
    </li>
  )
}

function reason({ status, error, tries, sent_at, next_try_at, on_its_way, left_at }: Copy): string {
  if (on_its_way) return ""
  if (status === "sent" && sent_at)
    return left_at ? `${fullMoment(sent_at)}, left ${fullMoment(left_at)}` : fullMoment(sent_at)
  if (status === "unknown") return "The line broke after the text was sent"
  if (status === "queued") return tries > 0 ? `Again at ${clock(next_try_at)}. ${error}` : ""
  return error
}
