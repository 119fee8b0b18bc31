import { useState } from "react"
import { DocumentDialog } from "../document/document-dialog"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { type Company, type CompanyValues, draftOf, PLACEHOLDER_LOGO, saveCompany } from "./api"
import { CompanyFields } from "./company-fields"
import { companyRules } from "./rules"

const companyValues = (company: Company | null): CompanyValues => ({
  name: company?.name ?? "",
  description: company?.description ?? "",
  logo_url: company?.logo_url ?? PLACEHOLDER_LOGO,
  website_url: company?.website_url ?? "",
  is_active: company?.is_active ?? true,
  display_order: company?.display_order ?? 0,
})

type Props = { edited: Edited<Company>; onClose: () => void }

export default function CompanyDialog({ edited: { row: company, isGone }, onClose }: Props) {
  const [uploaded, setUploaded] = useState<number>()
  const isNew = company === null || isGone
  const editing = useDocumentForm({
    name: draftOf(company),
    doc: company,
    isGone,
    stamp: (one) => one.version,
    values: companyValues,
    schema: companyRules,
    save: saveCompany,
    refreshes: [["portfolio_companies"]],
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
