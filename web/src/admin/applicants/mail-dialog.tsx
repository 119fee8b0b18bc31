import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState } from "react"
import { Link } from "wouter"
import type { Word } from "@/identity/words"
import { dropDraft, findDrafts, keepDraft } from "@/lib/draft"
import { mailMode } from "@/lib/mail-mode"
import { mailto } from "@/lib/mailto"
import { studio } from "@/lib/shell"
import { Button, buttonStyle } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { Input, Textarea } from "@/ui/input"
import { PillSelect } from "@/ui/pill-select"
import { Spinner } from "@/ui/spinner"
import { useUser } from "../session/session"
import { useMail } from "./act"
import type { Application } from "./stages"
import { type Draft, filledIn, TEMPLATES, type Template, useSay } from "./templates"

type Props = {
  row: Application
  template: Template
  /** "2 of 3", where several are written to. */
  place?: string
  /** Sent, or left out. */
  onDone: () => void
  onClose: () => void
}

/** A mail to an applicant, prepared from a template. It goes when somebody sends it, and not before. */
export default function MailDialog(props: Props) {
  const say = useSay()
  const { data: mode } = useQuery(mailMode)
  if (!say || !mode)
    return (
      <Dialog title={titleOf(props)} size="narrow" onClose={props.onClose}>
        <DialogBody>
          <Spinner label="Loading..." />
        </DialogBody>
      </Dialog>
    )
  return <Compose key={props.row.id} {...props} say={say} isMailed={mode.mailed} />
}

const titleOf = ({ row, place }: Props) => `Mail to ${row.name}${place ? `, ${place}` : ""}`

const OPTIONS = Object.entries(TEMPLATES).map(([value, label]) => ({ value, label }))

function Compose(props: Props & { say: Word; isMailed: boolean }) {
  const { row, place, say, isMailed, onDone, onClose } = props
  const [template, setTemplate] = useState(props.template)
  const [draft, setDraft] = useState(() => filledIn(template, row, say))
  const mail = useMail()
  const { keep, drop } = useStoredDraft(row.id, setDraft)
  const write = (next: Draft) => {
    setDraft(next)
    keep(next)
  }
  const choose = (next: Template) => {
    setTemplate(next)
    setDraft(filledIn(next, row, say))
    drop()
  }
  const isEmpty = draft.subject.trim() === "" || draft.text.trim() === ""
  const finish = () => {
    drop()
    onDone()
  }
  const send = () => {
    if (!isEmpty && !mail.isPending) mail.mutate({ id: row.id, ...draft }, { onSuccess: finish })
  }
  return (
    <Dialog
      title={titleOf(props)}
      subtitle={`A mail to ${row.email}, from ${studio.name}.`}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <Button className="foot-cancel" onClick={place ? finish : onClose}>
            {place ? "Send nothing" : "Cancel"}
          </Button>
          {isMailed ? (
            <Button
              look="primary"
              disabled={isEmpty}
              pending={mail.isPending}
              pendingLabel="Sending..."
              onClick={send}
            >
              Send mail
            </Button>
          ) : (
            <a
              href={mailto(row.email, draft.subject, draft.text)}
              className={buttonStyle({ look: "primary" })}
              onClick={finish}
            >
              Open in your mail app
            </a>
          )}
        </>
      }
    >
      <DialogBody className="grid content-start gap-4.5">
        <div className="flex flex-wrap items-center gap-2">
          <PillSelect
            label="Template"
            value={template}
            onChange={(next) => choose(next as Template)}
            options={OPTIONS}
          />
          <p className="text-label text-ink-3">
            The texts are in{" "}
            <Link href="/admin/settings/words" className="text-link">
              Settings, Words
            </Link>
            .
          </p>
        </div>
        <Field label="Subject">
          {(control) => (
            <Input
              {...control}
              maxLength={300}
              value={draft.subject}
              onChange={(event) => write({ ...draft, subject: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Text"
          hint={
            isMailed
              ? "Nothing is sent until you press Send mail. The name of the studio is added below."
              : "Mail does not leave from here, so your mail app opens with this text."
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={9}
              maxLength={10_000}
              value={draft.text}
              onChange={(event) => write({ ...draft, text: event.target.value })}
            />
          )}
        </Field>
      </DialogBody>
    </Dialog>
  )
}

/** What was typed and not sent is found again. */
function useStoredDraft(id: number, found: (draft: Draft) => void) {
  const owner = useUser().id
  const name = `applicant/${id}`
  const find = useEffectEvent(async () => {
    const [kept] = await findDrafts<Draft, null>(owner, (one) => one === name)
    if (kept) found(kept.draft.values)
  })
  useEffect(() => void find(), [])
  return {
    keep: (values: Draft) => keepDraft(owner, name, { values, base: null, at: Date.now() }),
    drop: () => dropDraft(owner, name),
  }
}
