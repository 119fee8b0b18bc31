import { Copy, Pencil, Send, Trash2 } from "lucide-react"
import { useState } from "react"
import { Link } from "wouter"
import { letter as declared, type Letter } from "@/lib/documents.gen"
import { counted, daysAhead, feedMoment, fullMoment, number } from "@/lib/format"
import { Button } from "@/ui/button"
import { Menu, type MenuItem } from "@/ui/menu"
import type { RowProps } from "@/ui/virtual-rows"
import { ConfirmDeletion } from "../document/confirm-deletion"
import { VirtualCard } from "../rows/virtual-card"
import { figuresOf, useDuplicate } from "./api"
import { BackButton, PauseButton, ResumeButton, startsIn, useStart } from "./moves"
import { pathOf } from "./paths"
import { LetterState } from "./state"

type Props = {
  letters: Letter[]
  onEdit: (letter: Letter) => void
  onSend: (letter: Letter) => void
}

export function LetterList({ letters, onEdit, onSend }: Props) {
  const [doomed, setDoomed] = useState<Letter>()
  return (
    <>
      <VirtualCard label="Letters" items={letters} estimate={78}>
        {(letter, place) => (
          <Row
            key={letter.id}
            place={place}
            letter={letter}
            onEdit={() => onEdit(letter)}
            onSend={() => onSend(letter)}
            onDelete={() => setDoomed(letter)}
          />
        )}
      </VirtualCard>
      {doomed && (
        <ConfirmDeletion
          declared={declared}
          row={doomed}
          title="Are you sure you want to delete this letter?"
          text="This action cannot be undone. Whoever has got it keeps it."
          item={doomed.subject}
          done="Letter deleted successfully"
          failed="Failed to delete letter"
          onOver={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

type RowsProps = {
  place: RowProps
  letter: Letter
  onEdit: () => void
  onSend: () => void
  onDelete: () => void
}

function Row({ place, letter, onEdit, onSend, onDelete }: RowsProps) {
  const { subject, status } = letter
  const duplicate = useDuplicate()
  const isIdle = status === "draft" || status === "sent" || status === "cancelled"
  const items: (MenuItem | false)[] = [
    status === "draft" && { label: "Send or schedule", icon: Send, run: onSend },
    status === "draft" && { label: "Edit", icon: Pencil, run: onEdit },
    { label: "Duplicate", icon: Copy, run: () => duplicate.run(letter) },
    isIdle && { label: "Delete", icon: Trash2, danger: true, run: onDelete },
  ]
  return (
    <li {...place} className="letter-row">
      <div className="min-w-0">
        <Link href={pathOf(letter)} className="font-medium wrap-anywhere hover:underline">
          {subject}
        </Link>
        <p className="text-label text-ink-3">{told(letter)}</p>
      </div>
      <div>
        <LetterState status={status} />
      </div>
      <div className="letter-far">
        <Far letter={letter} onEdit={onEdit} />
      </div>
      <Menu label={`More for ${subject}`} items={items.filter((one) => one !== false)} />
    </li>
  )
}

/** What is to be known of a letter beside how far it has come. */
export function told(letter: Letter): string {
  switch (letter.status) {
    case "draft":
      return letter.tested_at
        ? `Test sent ${feedMoment(letter.tested_at)}`
        : `Edited ${feedMoment(letter.updated_at)}`
    case "scheduled":
      return letter.audience === "jobs"
        ? "To those who want to hear of jobs on that day"
        : "To everyone confirmed on that day"
    case "sending":
      return letter.scheduled_at ? `Started ${feedMoment(letter.scheduled_at)}` : "Started"
    case "paused":
      return letter.paused_because
        ? `Paused by itself. The server said: ${letter.paused_because}`
        : "Nobody gets it twice."
    case "cancelled":
      return `Stopped, ${counted(figuresOf(letter).waiting, "person", "people")} did not get it`
    case "sent":
      return letter.sent_at ? `Sent ${fullMoment(letter.sent_at)}` : "Sent"
  }
}

/** How far a letter has come, and the one thing to do about it. */
function Far({ letter, onEdit }: { letter: Letter; onEdit: () => void }) {
  const left = useStart(letter)
  const { done, waiting } = figuresOf(letter)
  switch (letter.status) {
    case "draft":
      return (
        <Button size="sm" onClick={onEdit}>
          Go on writing<span className="sr-only">: {letter.subject}</span>
        </Button>
      )
    case "scheduled":
      return left === undefined ? (
        <div>
          <p>{fullMoment(letter.scheduled_at ?? "")}</p>
          <p className="text-label text-ink-3 first-letter:uppercase">
            {daysAhead(letter.scheduled_at ?? "")}
          </p>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="min-w-0 flex-1 tabular-nums">{startsIn(left)}</p>
          <BackButton letter={letter} size="sm" label="Stop" />
        </div>
      )
    case "sending":
    case "paused":
      return (
        <div>
          <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
            <p className="tabular-nums">
              {number(done)} of {number(letter.recipients)}
            </p>
            {letter.status === "sending" ? (
              <PauseButton letter={letter} size="sm" />
            ) : (
              waiting > 0 && <ResumeButton letter={letter} size="sm" />
            )}
          </div>
          <div className="shares shares-thin" aria-hidden="true">
            {done > 0 && <i data-tone="ok" style={{ flexGrow: done }} />}
            {waiting > 0 && <i data-tone="none" style={{ flexGrow: waiting }} />}
          </div>
        </div>
      )
    default:
      return (
        <dl className="letter-figures">
          {[
            ["sent", letter.delivered],
            ["came back", letter.failed],
            ["unknown", letter.unknown],
            ["left", letter.unsubscribed],
          ].map(([what, count]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd className="display tabular-nums">{number(count as number)}</dd>
            </div>
          ))}
        </dl>
      )
  }
}
