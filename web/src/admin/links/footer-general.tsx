import { useQuery } from "@tanstack/react-query"
import { queryOf, valuesOf } from "@/lib/document"
import { type Contact, contact, type Footer, footer } from "@/lib/documents.gen"
import { DocumentForm } from "../document/document-form"
import { RichField, TextField } from "../document/fields"
import { Loaded } from "../document/loaded"
import { SocialField } from "../document/social-field"
import { useDocumentForm } from "../document/use-document-form"
import { Followed } from "./followed"

/** Company details of the footer. */
export function FooterGeneral() {
  const said = useQuery(queryOf(contact))
  return (
    <Loaded
      query={useQuery(queryOf(footer))}
      failed={{ text: "The footer content could not be loaded." }}
    >
      {(doc) => <GeneralForm doc={doc} said={said.data} />}
    </Loaded>
  )
}

function GeneralForm({ doc, said }: { doc: Footer; said: Contact | undefined }) {
  const editing = useDocumentForm(footer, {
    doc,
    done: "Footer content has been updated.",
    failed: "Failed to update content",
  })
  const { form } = editing
  const { email, location, social_links } = valuesOf(contact, said)
  const names = social_links.map(({ platform }) => platform).join(", ")
  const known = (text: string) => (said ? text : undefined)
  return (
    <DocumentForm label="General Information" editing={editing}>
      <div className="grid gap-5">
        <Followed form={form} name="email" label="Email Address" said={email} text={known(email)}>
          <TextField
            form={form}
            name="email"
            type="email"
            label="Email Address"
            also={["follows_email"]}
          />
        </Followed>
        <Followed
          form={form}
          name="location"
          label="Location"
          said={location}
          text={known(location)}
        >
          <TextField form={form} name="location" label="Location" also={["follows_location"]} />
        </Followed>
        <RichField form={form} name="company_description" label="Company Description" />
        <Followed
          form={form}
          name="social_links"
          label="Social links"
          said={social_links}
          text={known(names)}
        >
          <SocialField form={form} name="social_links" />
        </Followed>
      </div>
    </DocumentForm>
  )
}
