import { useState } from "react"
import { valuesOf } from "@/lib/document"
import { toast } from "@/lib/toast"
import { DocumentDialog } from "../document/document-dialog"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { rowsOf, useShownForm } from "../preview/content"
import { type AnyLink, footer, type Links, saveLink } from "./api"
import { LinkFields } from "./link-fields"
import { SectionField } from "./section-field"

type Props = {
  of: Links
  edited: Edited<AnyLink>
  /** All there are, for the preview. */
  links: AnyLink[]
  /** Sections to choose from; for the footer alone. */
  sections?: string[]
  /** The dialog opens on a section that does not exist yet. */
  isNewSection?: boolean
  onClose: () => void
}

export default function LinkDialog(props: Props) {
  const { of, sections, isNewSection = false, onClose } = props
  const { row: link, isGone } = props.edited
  const isNew = link === null || isGone
  const isFooter = of === footer
  const [first] = sections ?? []
  const [start] = useState(
    isNewSection ? "" : sections?.includes("Company") ? "Company" : (first ?? "Company"),
  )
  const editing = useDocumentForm(of, {
    name: isNewSection ? `${of.name} section` : undefined,
    doc: link,
    isGone,
    values: (one) => ({ ...valuesOf(of, one), ...(isFooter && !one && { section: start }) }),
    save: (typed, base) => saveLink(of, typed, base),
    done: `${of.label} ${isNew ? "created" : "updated"} successfully`,
    failed: `Failed to ${isNew ? "create" : "update"} ${of.label.toLowerCase()}`,
    says: "server",
    onSaved: onClose,
    onInvalid: (message) => toast.error("Validation Error", message),
  })
  useShownForm(editing.form, (values) => ({
    content: rowsOf(of, props.links, { id: link?.id, values }),
  }))
  return (
    <DocumentDialog
      title={titleOf(isFooter, link !== null, isNewSection)}
      editing={editing}
      action={link ? "Update Link" : "Add Link"}
      size="narrow"
      onClose={onClose}
    >
      <div className="grid gap-5">
        {isFooter && (
          <SectionField
            form={editing.form}
            sections={sections ?? []}
            isFree={isNewSection || link !== null || !sections?.length}
          />
        )}
        <LinkFields form={editing.form} />
      </div>
    </DocumentDialog>
  )
}

function titleOf(isFooter: boolean, isEdit: boolean, isNewSection: boolean) {
  if (isNewSection) return "Create New Section"
  return `${isEdit ? "Edit" : "Add"} ${isFooter ? "Footer Link" : "Navigation Link"}`
}
