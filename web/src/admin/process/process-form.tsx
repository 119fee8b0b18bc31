import { type Process, process } from "@/lib/documents.gen"
import { DocumentForm } from "../document/document-form"
import { AreaField, TextField } from "../document/fields"
import { FoldList } from "../document/fold-list"
import { useDocumentForm } from "../document/use-document-form"
import { StepFields, StepIcon } from "./step-fields"

export function ProcessForm({ doc }: { doc: Process }) {
  const editing = useDocumentForm(process, {
    doc,
    done: "Process section has been updated.",
    failed: "Failed to update content. Please ensure you have admin access.",
  })
  const { form } = editing
  return (
    <DocumentForm label="Process" editing={editing}>
      <div className="grid gap-5">
        <TextField form={form} name="title" label="Section Title" />
        <AreaField form={form} name="subtitle" label="Section Subtitle" rows={3} />
      </div>
      <h2 className="display mt-9 mb-3.5 text-subtitle">Steps</h2>
      <FoldList
        form={form}
        name="steps"
        item="step"
        numbered
        add="Add Step"
        blank={process.blank.steps}
        headOf={({ title, description, icon }) => ({
          title,
          text: description,
          icon: <StepIcon name={icon} />,
        })}
      >
        {(index) => <StepFields form={form} index={index} />}
      </FoldList>
    </DocumentForm>
  )
}
