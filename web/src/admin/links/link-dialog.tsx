import { useState } from "react"
import { footerLinks, navigationLinks } from "@/lib/schema.gen"
import { toast } from "@/lib/toast"
import { unsaved } from "@/lib/unsaved"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { DocumentNotices } from "../document/document-notices"
import { useDocumentForm } from "../document/use-document-form"
import { type AnyLink, kindOf, type LinkValues, saveLink, type Table } from "./api"
import { LinkFields } from "./link-fields"
import { SectionField } from "./section-field"

type Props = {
  table: Table
  link: AnyLink | null
  /** The links a new one comes after. */
  siblings: AnyLink[]
  /** Sections to choose from; for the footer alone. */
  sections?: string[]
  /** The dialog opens on a section that does not exist yet. */
  isNewSection?: boolean
  onClose: () => void
}

export default function LinkDialog(props: Props) {
  const { table, link, siblings, sections, isNewSection = false, onClose } = props
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
    name: link ? `${table} ${link.id}` : `${table} new`,
    doc: link,
    stamp: (one) => one.version,
    values,
    schema: isFooter
      ? footerLinks.omit({ order: true })
      : navigationLinks.omit({ order: true }).loose(),
    save: (typed, base) => saveLink(table, typed, base, placeOf(typed.section, siblings)),
    refreshes: [[table]],
    done: `${kind} ${link ? "updated" : "created"} successfully`,
    failed: `Failed to ${link ? "update" : "create"} ${kind.toLowerCase()}`,
    says: "server",
    onSaved: onClose,
    onInvalid: (message) => toast.error("Validation Error", message),
  })
  const close = async () => {
    if (!editing.isDirty || (await unsaved.ask())) onClose()
  }
  return (
    <Dialog
      title={titleOf(isFooter, link !== null, isNewSection)}
      size="narrow"
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>Cancel</Button>
          <Button
            type="submit"
            form="link"
            look="primary"
            pending={editing.isSaving}
            pendingLabel="Saving..."
          >
            {link ? "Update Link" : "Add Link"}
          </Button>
        </>
      }
    >
      <DialogBody>
        <DocumentNotices {...editing} />
        <form id="link" noValidate onSubmit={editing.submit} className="grid gap-5">
          {isFooter && (
            <SectionField
              form={editing.form}
              sections={sections ?? []}
              isFree={isNewSection || link !== null || !sections?.length}
            />
          )}
          <LinkFields form={editing.form} />
        </form>
      </DialogBody>
    </Dialog>
  )
}

function titleOf(isFooter: boolean, isEdit: boolean, isNewSection: boolean) {
  if (isNewSection) return "Create New Section"
  return `${isEdit ? "Edit" : "Add"} ${isFooter ? "Footer Link" : "Navigation Link"}`
}

// A new link comes last; in the footer, last in its section.
const placeOf = (section: string, siblings: AnyLink[]) =>
  siblings.filter((one) => !("section" in one) || one.section === section.trim()).length + 1
