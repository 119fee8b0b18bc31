import { useState } from "react"
import { type Company, company as declared } from "@/lib/documents.gen"
import { DocumentDialog } from "../document/document-dialog"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { CompanyFields } from "./company-fields"

type Props = { edited: Edited<Company>; onClose: () => void }

export default function CompanyDialog({ edited: { row: company, isGone }, onClose }: Props) {
  const [uploaded, setUploaded] = useState<number>()
  const isNew = company === null || isGone
  const editing = useDocumentForm(declared, {
    doc: company,
    isGone,
    done: isNew ? "Company added successfully" : "Company updated successfully",
    failed: isNew ? "Failed to add company" : "Failed to update company",
    onSaved: onClose,
  })
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
