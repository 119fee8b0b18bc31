import { useQuery } from "@tanstack/react-query"
import { partOf, queryOf } from "@/lib/document"
import { type Contact, contact } from "@/lib/documents.gen"
import { PageHead } from "@/ui/page-head"
import { DocumentForm } from "../document/document-form"
import { AreaField } from "../document/fields"
import { Loaded } from "../document/loaded"
import { useDocumentForm } from "../document/use-document-form"
import { ViewSite } from "../document/view-site"
import { Workbench } from "../preview/workbench"
import { DONE, FAILED } from "./texts"

const lead = partOf(contact, "contact-page", ["description"])

export default function ContactDescriptionPage() {
  return (
    <Workbench path="/contact" name="Contact" about={["contact"]}>
      <PageHead title="Contact page" text="The words above the message form.">
        <ViewSite path="/contact" />
      </PageHead>
      <Loaded query={useQuery(queryOf(contact))} failed={{ text: FAILED }}>
        {(doc) => <DescriptionForm doc={doc} />}
      </Loaded>
    </Workbench>
  )
}

function DescriptionForm({ doc }: { doc: Contact }) {
  const editing = useDocumentForm(lead, {
    doc,
    done: DONE,
    failed: "Failed to update contact information",
  })
  return (
    <DocumentForm label="Contact page" editing={editing}>
      <AreaField form={editing.form} name="description" label="Description" rows={8} />
    </DocumentForm>
  )
}
