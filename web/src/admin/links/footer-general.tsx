import { queryOptions, useQuery } from "@tanstack/react-query"
import type { FooterContentRow } from "@/lib/schema.gen"
import { supabase } from "@/lib/supabase"
import { DocumentForm } from "../document/document-form"
import { RichField, TextField } from "../document/fields"
import { Loaded } from "../document/loaded"
import { SocialField } from "../document/social-field"
import { useDocumentForm } from "../document/use-document-form"
import { footerRules } from "./rules"

const footer = queryOptions({
  queryKey: ["footer_content"],
  queryFn: async (): Promise<FooterContentRow> => {
    const { data } = await supabase
      .from("footer_content")
      .select("*")
      .eq("id", 1)
      .single()
      .throwOnError()
    return data
  },
})

type Values = {
  email: string
  location: string
  company_description: string
  social_links: { platform: string; url: string }[]
}

const footerValues = (doc: FooterContentRow | null): Values => ({
  email: doc?.email ?? "",
  location: doc?.location ?? "",
  company_description: doc?.company_description ?? "",
  social_links: (doc?.social_links ?? []) as Values["social_links"],
})

async function saveFooter(values: Values, base: FooterContentRow | null) {
  const { data } = await supabase
    .from("footer_content")
    .update(values)
    .eq("id", 1)
    .eq("version", base?.version ?? 0)
    .select()
    .single()
    .throwOnError()
  return data
}

/** Company details of the footer. */
export function FooterGeneral() {
  return (
    <Loaded query={useQuery(footer)} failed={{ text: "The footer content could not be loaded." }}>
      {(doc) => <GeneralForm doc={doc} />}
    </Loaded>
  )
}

function GeneralForm({ doc }: { doc: FooterContentRow }) {
  const editing = useDocumentForm({
    name: "footer",
    doc,
    stamp: (one) => one.version,
    values: footerValues,
    schema: footerRules,
    save: saveFooter,
    refreshes: [["footer_content"]],
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
