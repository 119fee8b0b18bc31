import { useState } from "react"
import { portfolioCompanies } from "@/lib/schema.gen"
import { unsaved } from "@/lib/unsaved"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { DocumentNotices } from "../document/document-notices"
import { useDocumentForm } from "../document/use-document-form"
import { type Company, type CompanyValues, PLACEHOLDER_LOGO, saveCompany } from "./api"
import { CompanyFields } from "./company-fields"

const companyValues = (company: Company | null): CompanyValues => ({
  name: company?.name ?? "",
  description: company?.description ?? "",
  logo_url: company?.logo_url ?? PLACEHOLDER_LOGO,
  website_url: company?.website_url ?? "",
  is_active: company?.is_active ?? true,
  display_order: company?.display_order ?? 0,
})

type Props = { company: Company | null; onClose: () => void }

export default function CompanyDialog({ company, onClose }: Props) {
  const [uploaded, setUploaded] = useState<number>()
  const editing = useDocumentForm({
    name: company ? `company ${company.id}` : "company new",
    doc: company,
    stamp: (one) => one.version,
    values: companyValues,
    schema: portfolioCompanies,
    save: saveCompany,
    refreshes: [["portfolio_companies"]],
    done: company ? "Company updated successfully" : "Company added successfully",
    failed: company ? "Failed to update company" : "Failed to add company",
    onSaved: onClose,
  })
  const close = async () => {
    if (!editing.isDirty || (await unsaved.ask())) onClose()
  }
  return (
    <Dialog
      title={company ? "Edit Portfolio Company" : "Add New Portfolio Company"}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>Cancel</Button>
          <Button
            type="submit"
            form="company"
            look="primary"
            disabled={uploaded !== undefined}
            pending={editing.isSaving}
            pendingLabel="Saving..."
          >
            {company ? "Update Company" : "Add Company"}
          </Button>
        </>
      }
    >
      <DialogBody>
        <DocumentNotices {...editing} />
        <form id="company" noValidate onSubmit={editing.submit}>
          <CompanyFields form={editing.form} uploaded={uploaded} setUploaded={setUploaded} />
        </form>
      </DialogBody>
    </Dialog>
  )
}
