import { useQuery } from "@tanstack/react-query"
import { ChevronLeft, Info, Send } from "lucide-react"
import { type BaseSyntheticEvent, useRef, useState } from "react"
import { useWatch } from "react-hook-form"
import { Link } from "wouter"
import { queryOf, saveOf, valuesOf } from "@/lib/document"
import { letter as declared, type Letter, site } from "@/lib/documents.gen"
import { navigate, useParam } from "@/lib/location"
import { LETTER } from "@/lib/preview"
import { plainText } from "@/lib/text"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import { DocumentForm } from "../document/document-form"
import { HistoryButton } from "../document/history/history-button"
import { SaveBar } from "../document/save-bar"
import { type DocumentForm as Editing, useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { PreviewPane } from "../preview/pane"
import { useWorkbench } from "../preview/use-workbench"
import { WorkFrame } from "../preview/workbench"
import { isBegun, useTest } from "./api"
import { LetterFields } from "./letter-fields"
import { MailPane } from "./mail-pane"
import { pathOf } from "./paths"
import { SendDialog } from "./send-dialog"
import { LetterState, STATES } from "./state"

type Props = {
  edited: Edited<Letter>
  /** A new letter was saved for the first time. */
  onMade: (letter: Letter) => void
}

const UNTITLED = "No subject yet"
const MAIL = "mail"
const PAGES = [
  { path: MAIL, name: "As a mail" },
  { path: LETTER, name: "On the site" },
]

/** What is done with a letter once it is saved. */
type Then = "test" | "send"

export function Composer({ edited: { row: letter, isGone }, onMade }: Props) {
  const working = useWorkbench()
  const saved = useRef<Letter>(undefined)
  const then = useRef<Then>(undefined)
  const [isAsked, setAsked] = useState(false)
  const test = useTest()
  const isOver = !!letter && isBegun(letter)
  // A search for something that is not there yet may be its first words.
  const [called] = useParam("called", "")
  const run = (what: Then | undefined, { id }: Letter) => {
    if (what === "test") test.mutate(id)
    if (what === "send") setAsked(true)
  }
  const editing = useDocumentForm(declared, {
    doc: letter,
    isGone,
    values: (one) => ({ ...valuesOf(declared, one), ...(!one && { subject: called }) }),
    save: async (values, base) => {
      saved.current = await saveOf(declared, values, base)
      return saved.current
    },
    done: "Letter saved. Nobody has got it yet.",
    failed: "Failed to save the letter",
    says: "server",
    onSaved: () => {
      if (!saved.current) return
      if (!letter) onMade(saved.current)
      run(then.current, saved.current)
    },
    onInvalid: () => working.shared.setView("edit"),
  })
  const saveAnd = (what?: Then) => async (event?: BaseSyntheticEvent) => {
    then.current = what
    if (what && letter && !editing.isDirty && !isGone) return run(what, letter)
    return editing.submit(event)
  }
  // Letters that are on the site too are looked at as a page as well.
  const isPublic = useQuery(queryOf(site)).data?.letters_public
  const pages = isPublic ? PAGES : undefined
  const [shown, setShown] = useState(MAIL)
  const known = isGone ? undefined : editing.history
  const foot = {
    action: "Save letter",
    isOpen: !isOver && (editing.isDirty || !letter),
    state: stateOf(letter),
    after: isOver ? null : (
      <>
        <Button pending={test.isPending} onClick={saveAnd("test")}>
          <Send aria-hidden="true" /> Send a test
        </Button>
        <Button look="primary" onClick={saveAnd("send")}>
          Send or schedule
        </Button>
      </>
    ),
  }
  return (
    <WorkFrame
      working={working}
      pane={
        shown === MAIL || !isPublic ? (
          <TypedMail form={editing.form} pages={pages} page={shown} onPage={setShown} />
        ) : (
          <PreviewPane
            {...working.picking}
            path={LETTER}
            name={letter?.subject ?? "New letter"}
            site="/"
            pages={pages}
            onPage={setShown}
          />
        )
      }
    >
      <header className="page-head letter-head">
        <div className="letter-way">
          <Link href="/admin/letters">
            <ChevronLeft aria-hidden="true" /> Letters
          </Link>
          <LetterState status={letter?.status ?? "draft"} />
          {known && <HistoryButton history={known} small />}
        </div>
        <h1 tabIndex={-1} className="display wrap-anywhere">
          {letter?.subject ?? "Write a letter"}
        </h1>
      </header>
      {isOver && (
        <Notice calm text="It has begun, so it cannot be changed.">
          <Button size="sm" onClick={() => void navigate(pathOf(letter))}>
            See how far it is
          </Button>
        </Notice>
      )}
      {letter?.status === "scheduled" && (
        <Notice calm text="It is scheduled. What you save here puts it back to draft." />
      )}
      <DocumentForm
        label="Letter"
        editing={{ ...editing, submit: saveAnd() }}
        layerOf={({ subject, body }) => ({
          content: {
            letter: {
              id: editing.id,
              subject: subject.trim() || UNTITLED,
              body:
                plainText(body) || body.includes("<img") ? body : "<p>The text appears here.</p>",
            },
          },
        })}
        foot={<SaveBar {...editing} step={foot} />}
      >
        <LetterFields form={editing.form} />
        <div className="mt-5">
          <Notice
            calm
            icon={Info}
            text="Your address and the unsubscribe link are added for you."
          />
        </div>
      </DocumentForm>
      {isAsked && letter && (
        <SendDialog
          letter={letter}
          onEdit={() => setAsked(false)}
          onSent={() => void navigate(pathOf(letter))}
          onClose={() => setAsked(false)}
        />
      )}
    </WorkFrame>
  )
}

function stateOf(letter: Letter | null): string {
  if (!letter) return "Not saved yet"
  return letter.status === "draft" ? "Draft kept" : STATES[letter.status].label
}

type TypedProps = Omit<React.ComponentProps<typeof MailPane>, "draft"> & {
  form: Editing<typeof declared.empty>["form"]
}

function TypedMail({ form, ...pane }: TypedProps) {
  const [subject, preheader, body] = useWatch({
    control: form.control,
    name: ["subject", "preheader", "body"],
  })
  return <MailPane {...pane} draft={{ subject: subject.trim() || UNTITLED, preheader, body }} />
}
