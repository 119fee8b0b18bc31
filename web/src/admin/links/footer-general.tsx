import { useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { type Footer, footer } from "@/lib/documents.gen"
import { DocumentForm } from "../document/document-form"
import { RichField, TextField } from "../document/fields"
import { Loaded } from "../document/loaded"
import { SocialField } from "../document/social-field"
import { useDocumentForm } from "../document/use-document-form"

/** Company details of the footer. */
export function FooterGeneral() {
  return (
    <Loaded
      query={useQuery(queryOf(footer))}
      failed={{ text: "The footer content could not be loaded." }}
    >
      {(doc) => <GeneralForm doc={doc} />}
    </Loaded>
  )
}

function GeneralForm({ doc }: { doc: Footer }) {
  const editing = useDocumentForm(footer, {
    doc,
    done: "Footer content has been updated.",
    failed: "Failed to update content",
  })
  const { form } = editing
  return (
    <DocumentForm label="General Information" editing={editing}>
      <div className="grid gap-5">
        <div className="grid gap-5 md:grid-cols-2">
          <TextField form={form} name="email" type="email" label="Email Address" />
          <TextField form={form} name="location" label="Location" />
        </div>
        <RichField form={form} name="company_description" label="Company Description" />
        <SocialField form={form} name="social_links" />
      </div>
    </DocumentForm>
  )
}
