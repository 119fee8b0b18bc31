import { page as declared, type Page } from "@/lib/documents.gen"
import { OWN } from "@/lib/preview"
import { plainText } from "@/lib/text"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { WorkDialog } from "../document/work-dialog"
import { useWorkbench } from "../preview/use-workbench"
import { PageFields } from "./page-fields"

type Props = { edited: Edited<Page>; onClose: () => void }

export default function PageDialog({ edited: { row: page, isGone }, onClose }: Props) {
  const working = useWorkbench()
  const isNew = page === null || isGone
  const toEdit = () => working.shared.setView("edit")
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
  return (
    <WorkDialog
      working={working}
      title={page ? "Edit page" : "Add page"}
      editing={editing}
      action={page ? "Update page" : "Add page"}
      onClose={onClose}
      page={{ path: OWN, name: page?.title ?? "New page", site: page ? `/${page.slug}` : "/" }}
      layerOf={({ title, body }) => ({
        content: {
          own_page: {
            id: editing.id,
            title: title.trim() || "Untitled page",
            body: plainText(body) || body.includes("<img") ? body : "<p>The text appears here.</p>",
          },
        },
      })}
    >
      <PageFields form={editing.form} was={isNew ? undefined : page.slug} />
    </WorkDialog>
  )
}
