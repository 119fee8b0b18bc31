import { useFieldArray } from "react-hook-form"
import { type Process, process } from "@/lib/documents.gen"
import { DocumentForm } from "../document/document-form"
import { AreaField, TextField } from "../document/fields"
import { RowList } from "../document/row-list"
import { useDocumentForm } from "../document/use-document-form"
import { StepFields } from "./step-fields"

export function ProcessForm({ doc }: { doc: Process }) {
  const editing = useDocumentForm(process, {
    doc,
    done: "Process section has been updated.",
    failed: "Failed to update content. Please ensure you have admin access.",
  })
  const { form } = editing
  const steps = useFieldArray({ control: form.control, name: "steps", keyName: "key" })
  return (
    <DocumentForm label="Process" editing={editing}>
      <div className="grid gap-5">
        <TextField form={form} name="title" label="Section Title" />
        <AreaField form={form} name="subtitle" label="Section Subtitle" rows={3} />
      </div>
      <h2 className="display mt-9 mb-3.5 text-subtitle">Steps</h2>
      <RowList
        rows={steps.fields}
        nameOf={(step) => step.title || "step"}
        add="Add Step"
        onAdd={() => steps.append(process.blank.steps)}
        onMove={steps.move}
      >
        {(index) => <StepFields form={form} index={index} onRemove={() => steps.remove(index)} />}
      </RowList>
    </DocumentForm>
  )
}
