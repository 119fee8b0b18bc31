import { useQuery } from "@tanstack/react-query"
import { partOf, queryOf } from "@/lib/document"
import { type Contact, contact } from "@/lib/documents.gen"
import { PageHead } from "@/ui/page-head"
import { DocumentForm } from "../document/document-form"
import { TextField } from "../document/fields"
import { Loaded } from "../document/loaded"
import { SocialField } from "../document/social-field"
import { useDocumentForm } from "../document/use-document-form"
import { ViewSite } from "../document/view-site"
import { Workbench } from "../preview/workbench"
import { DONE, FAILED } from "./texts"

const reach = partOf(contact, "contact", ["email", "location", "social_links"])

export default function ContactPage() {
  return (
    <Workbench path="/contact" name="Contact" about={["contact"]}>
      <PageHead title="Contact information" text="How visitors reach the studio.">
        <ViewSite path="/contact" />
      </PageHead>
      <Loaded query={useQuery(queryOf(contact))} failed={{ text: FAILED }}>
        {(doc) => <ContactForm doc={doc} />}
      </Loaded>
    </Workbench>
  )
}

function ContactForm({ doc }: { doc: Contact }) {
  const editing = useDocumentForm(reach, {
    doc,
    done: DONE,
    failed: "Failed to update contact information",
  })
  const { form } = editing
  return (
    <DocumentForm label="Contact information" editing={editing}>
      <div className="grid gap-5">
        <div className="grid gap-5 md:grid-cols-2">
          <TextField form={form} name="email" type="email" label="Email Address" />
          <TextField form={form} name="location" label="Location" />
        </div>
        <SocialField form={form} name="social_links" />
      </div>
    </DocumentForm>
  )
}
