import { Eye, Pencil } from "lucide-react"
import { useState } from "react"
import { useWatch } from "react-hook-form"
import { page as declared, type Page, type PageValues } from "@/lib/documents.gen"
import { plainText } from "@/lib/text"
import { RichView } from "@/ui/rich-view"
import { Segment } from "@/ui/segment"
import { DocumentDialog } from "../document/document-dialog"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { PageFields } from "./page-fields"

type Props = { edited: Edited<Page>; onClose: () => void }

export default function PageDialog({ edited: { row: page, isGone }, onClose }: Props) {
  const [view, setView] = useState<"edit" | "preview">("edit")
  const isNew = page === null || isGone
  const toEdit = () => setView("edit")
  const editing = useDocumentForm(declared, {
    doc: page,
    isGone,
    done: isNew ? "Page added successfully" : "Page updated successfully",
    failed: isNew ? "Failed to add page" : "Failed to update page",
    says: "server",
    refused: (sentence) => {
      toEdit()
      return /address/.test(sentence) ? "slug" : undefined
    },
    onSaved: onClose,
    onInvalid: toEdit,
  })
  const typed = useWatch({ control: editing.form.control }) as PageValues
  return (
    <DocumentDialog
      title={page ? "Edit page" : "Add page"}
      editing={editing}
      action={page ? "Update page" : "Add page"}
      tall
      onClose={onClose}
      aside={
        <Segment
          label="View"
          value={view}
          onChange={setView}
          choices={[
            { value: "edit", label: "Edit", icon: <Pencil aria-hidden="true" /> },
            { value: "preview", label: "Preview", icon: <Eye aria-hidden="true" /> },
          ]}
        />
      }
      instead={view === "preview" ? <Preview page={typed} /> : undefined}
    >
      <PageFields form={editing.form} was={isNew ? undefined : page.slug} />
    </DocumentDialog>
  )
}

/** The page as visitors will read it, with words in the places that are still empty. */
function Preview({ page }: { page: PageValues }) {
  return (
    <article className="grid grid-cols-1 gap-5 wrap-anywhere">
      <h3 className="display text-title">{page.title.trim() || "Untitled page"}</h3>
      {plainText(page.body) ? (
        <RichView html={page.body} />
      ) : (
        <p className="text-ink-2">The text appears here.</p>
      )}
    </article>
  )
}
