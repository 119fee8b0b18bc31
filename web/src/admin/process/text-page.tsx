import { useQuery } from "@tanstack/react-query"
import { partOf, queryOf } from "@/lib/document"
import { type Process, process } from "@/lib/documents.gen"
import { PageHead } from "@/ui/page-head"
import { DocumentForm } from "../document/document-form"
import { AreaField, TextField } from "../document/fields"
import { Loaded } from "../document/loaded"
import { useDocumentForm } from "../document/use-document-form"
import { ViewSite } from "../document/view-site"
import { Workbench } from "../preview/workbench"

const text = partOf(process, "process-text", ["title", "subtitle"])

const FAILED = "Failed to load process content. Please ensure you have admin access."

export default function ProcessTextPage() {
  return (
    <Workbench path="/about" name="About Us" about={["process"]}>
      <PageHead title="Our Process Text Editor" text="The words above the process steps.">
        <ViewSite path="/#process" />
      </PageHead>
      <Loaded query={useQuery(queryOf(process))} failed={{ text: FAILED, retry: "Retry" }}>
        {(doc) => <ProcessTextForm doc={doc} />}
      </Loaded>
    </Workbench>
  )
}

function ProcessTextForm({ doc }: { doc: Process }) {
  const editing = useDocumentForm(text, {
    doc,
    done: { title: "Success!", text: "Process text has been updated." },
    failed: "Failed to update content",
    says: "server",
  })
  return (
    <DocumentForm label="Process text" editing={editing}>
      <div className="grid gap-5">
        <TextField form={editing.form} name="title" label="Main Title" />
        <AreaField form={editing.form} name="subtitle" label="Subtitle" rows={4} />
      </div>
    </DocumentForm>
  )
}
