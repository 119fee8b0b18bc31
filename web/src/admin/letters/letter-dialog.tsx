import { useQuery } from "@tanstack/react-query"
import { type BaseSyntheticEvent, useRef, useState } from "react"
import { useWatch } from "react-hook-form"
import { queryOf, saveOf } from "@/lib/document"
import { letter as declared, type Letter, site } from "@/lib/documents.gen"
import { LETTER } from "@/lib/preview"
import { plainText } from "@/lib/text"
import { type DocumentForm, useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { WorkDialog } from "../document/work-dialog"
import { useWorkbench } from "../preview/use-workbench"
import { LetterFields } from "./letter-fields"
import { MailPane } from "./mail-pane"

type Props = {
  edited: Edited<Letter>
  /** Saved, and to be sent. */
  onSend: (id: number) => void
  onClose: () => void
}

const MAIL = "mail"
const PAGES = [
  { path: MAIL, name: "As a mail" },
  { path: LETTER, name: "On the site" },
]

export default function LetterDialog({ edited: { row: letter, isGone }, onSend, onClose }: Props) {
  const working = useWorkbench()
  const toEdit = () => working.shared.setView("edit")
  const saved = useRef<Letter>(undefined)
  const wanted = useRef<string>(undefined)
  const editing = useDocumentForm(declared, {
    doc: letter,
    isGone,
    save: async (values, base) => {
      saved.current = await saveOf(declared, values, base)
      return saved.current
    },
    done: "Letter saved. Nobody has got it yet.",
    failed: "Failed to save the letter",
    says: "server",
    onSaved: () => {
      onClose()
      if (wanted.current === "send" && saved.current) onSend(saved.current.id)
    },
    onInvalid: toEdit,
  })
  const submit = (event?: BaseSyntheticEvent) => {
    const { submitter } = (event?.nativeEvent ?? {}) as { submitter?: HTMLButtonElement }
    wanted.current = submitter?.value
    return editing.submit(event)
  }
  // Letters that are on the site too are looked at as a page as well.
  const isPublic = useQuery(queryOf(site)).data?.letters_public
  const pages = isPublic ? PAGES : undefined
  const [shown, setShown] = useState(MAIL)
  return (
    <WorkDialog
      working={working}
      title={letter ? "Edit letter" : "Write a letter"}
      editing={{ ...editing, submit }}
      action="Save letter"
      also={{ label: "Send or schedule", value: "send" }}
      onClose={onClose}
      page={{ path: LETTER, name: letter?.subject ?? "New letter", site: "/" }}
      pages={pages}
      onPage={setShown}
      instead={
        (shown === MAIL || !isPublic) && (
          <TypedMail form={editing.form} pages={pages} page={shown} onPage={setShown} />
        )
      }
      layerOf={({ subject, body }) => ({
        content: {
          letter: {
            id: editing.id,
            subject: subject.trim() || "No subject yet",
            body: plainText(body) || body.includes("<img") ? body : "<p>The text appears here.</p>",
          },
        },
      })}
    >
      <LetterFields form={editing.form} />
    </WorkDialog>
  )
}

type TypedProps = Omit<React.ComponentProps<typeof MailPane>, "draft"> & {
  form: DocumentForm<typeof declared.empty>["form"]
}

function TypedMail({ form, ...pane }: TypedProps) {
  const [subject, preheader, body] = useWatch({
    control: form.control,
    name: ["subject", "preheader", "body"],
  })
  return <MailPane {...pane} draft={{ subject, preheader, body }} />
}
