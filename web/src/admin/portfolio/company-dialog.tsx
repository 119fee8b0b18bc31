import { useState } from "react"
import { type Company, company as declared } from "@/lib/documents.gen"
import { DocumentDialog } from "../document/document-dialog"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { rowsOf, useShownForm } from "../preview/content"
import { CompanyFields } from "./company-fields"

type Props = {
  edited: Edited<Company>
  /** All there are, for the preview. */
  companies: Company[]
  onClose: () => void
}

export default function CompanyDialog({ edited, companies, onClose }: Props) {
  const { row: company, isGone } = edited
  const [uploaded, setUploaded] = useState<number>()
  const isNew = company === null || isGone
  const editing = useDocumentForm(declared, {
    doc: company,
    isGone,
    done: isNew ? "Company added successfully" : "Company updated successfully",
    failed: isNew ? "Failed to add company" : "Failed to update company",
    onSaved: onClose,
  })
  useShownForm(editing.form, (values) => ({
    content: rowsOf(declared, companies, { id: company?.id, values }),
  }))
  return (
    <DocumentDialog
      title={company ? "Edit Portfolio Company" : "Add New Portfolio Company"}
      editing={editing}
      action={company ? "Update Company" : "Add Company"}
      disabled={uploaded !== undefined}
      onClose={onClose}
    >
      <CompanyFields form={editing.form} uploaded={uploaded} setUploaded={setUploaded} />
    </DocumentDialog>
  )
}
