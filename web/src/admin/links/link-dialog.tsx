import { useState } from "react"
import { toast } from "@/lib/toast"
import { DocumentDialog } from "../document/document-dialog"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { type AnyLink, draftOf, kindOf, type LinkValues, saveLink, type Table } from "./api"
import { LinkFields } from "./link-fields"
import { footerLinkRules, navigationLinkRules } from "./rules"
import { SectionField } from "./section-field"

type Props = {
  table: Table
  edited: Edited<AnyLink>
  /** The links there are. */
  siblings: AnyLink[]
  /** Sections to choose from; for the footer alone. */
  sections?: string[]
  /** The dialog opens on a section that does not exist yet. */
  isNewSection?: boolean
  onClose: () => void
}

export default function LinkDialog(props: Props) {
  const { table, siblings, sections, isNewSection = false, onClose } = props
  const { row: link, isGone } = props.edited
  const isNew = link === null || isGone
  const isFooter = table === "footer_links"
  const kind = kindOf(table)
  const [first] = sections ?? []
  const [start] = useState(
    isNewSection ? "" : sections?.includes("Company") ? "Company" : (first ?? "Company"),
  )
  const values = (one: AnyLink | null): LinkValues => ({
    name: one?.name ?? "",
    path: one?.path ?? "",
    external: one?.external ?? false,
    open_in_new_window: one?.open_in_new_window ?? true,
    is_visible: one?.is_visible ?? true,
    section: one && "section" in one ? one.section : start,
  })
  const editing = useDocumentForm({
    name: draftOf(table, link?.id ?? (isNewSection ? "section" : "new")),
    doc: link,
    isGone,
    stamp: (one) => one.version,
    values,
    schema: isFooter ? footerLinkRules : navigationLinkRules,
    save: (typed, base) => saveLink(table, typed, base, siblings),
    refreshes: [[table]],
    done: `${kind} ${isNew ? "created" : "updated"} successfully`,
    failed: `Failed to ${isNew ? "create" : "update"} ${kind.toLowerCase()}`,
    says: "server",
    onSaved: onClose,
    onInvalid: (message) => toast.error("Validation Error", message),
  })
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
