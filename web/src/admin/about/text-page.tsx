import { useQuery } from "@tanstack/react-query"
import { partOf, queryOf } from "@/lib/document"
import { type About, about } from "@/lib/documents.gen"
import { PageHead } from "@/ui/page-head"
import { DocumentForm } from "../document/document-form"
import { RichField } from "../document/fields"
import { Loaded } from "../document/loaded"
import { useDocumentForm } from "../document/use-document-form"
import { ViewSite } from "../document/view-site"
import { Workbench } from "../preview/workbench"
import { FAILED } from "./texts"

const text = partOf(about, "about-text", ["intro_text", "approach_text"])

export default function AboutTextPage() {
  return (
    <Workbench path="/about" name="About Us" about={["about"]}>
      <PageHead title="About Us Text Editor" text="The two texts at the top of the about page.">
        <ViewSite path="/about" />
      </PageHead>
      <Loaded query={useQuery(queryOf(about))} failed={{ text: FAILED }}>
        {(doc) => <AboutTextForm doc={doc} />}
      </Loaded>
    </Workbench>
  )
}

function AboutTextForm({ doc }: { doc: About }) {
  const editing = useDocumentForm(text, {
    doc,
    done: "About content has been updated.",
    failed: "Failed to update content",
  })
  return (
    <DocumentForm label="About text" editing={editing}>
      <div className="grid gap-5">
        <RichField form={editing.form} name="intro_text" label="Intro text" height={400} />
        <RichField form={editing.form} name="approach_text" label="Approach text" height={400} />
      </div>
    </DocumentForm>
  )
}
