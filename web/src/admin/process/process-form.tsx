import { Plus } from "lucide-react"
import { useFieldArray } from "react-hook-form"
import { Button } from "@/ui/button"
import { SortableList } from "@/ui/sortable-list"
import { DocumentNotices } from "../document/document-notices"
import { AreaField, TextField } from "../document/fields"
import { moveOne } from "../document/move-one"
import { SaveBar } from "../document/save-bar"
import { useDocumentForm } from "../document/use-document-form"
import { type Process, processSchema, processValues, saveProcess } from "./api"
import { StepFields } from "./step-fields"

export function ProcessForm({ doc }: { doc: Process }) {
  const editing = useDocumentForm({
    name: "process",
    doc,
    stamp: (process) => process.version,
    values: processValues,
    schema: processSchema,
    save: saveProcess,
    refreshes: [["process_content"]],
    done: "Process section has been updated.",
    failed: "Failed to update content. Please ensure you have admin access.",
  })
  const { form } = editing
  const steps = useFieldArray({ control: form.control, name: "steps", keyName: "key" })
  return (
    <form noValidate onSubmit={editing.submit} aria-label="Process">
      <DocumentNotices {...editing} />
      <div className="grid gap-5">
        <TextField form={form} name="title" label="Section Title" />
        <AreaField form={form} name="subtitle" label="Section Subtitle" rows={3} />
      </div>
      <h2 className="display mt-9 mb-3.5 text-subtitle">Steps</h2>
      <SortableList
        className="card empty:hidden"
        items={steps.fields}
        idOf={(step) => step.key}
        nameOf={(step) => step.title || "step"}
        rowClass={() => "items-start!"}
        onMove={(keys) =>
          steps.move(
            ...moveOne(
              steps.fields.map((step) => step.key),
              keys,
            ),
          )
        }
      >
        {(_, index) => (
          <StepFields form={form} index={index} onRemove={() => steps.remove(index)} />
        )}
      </SortableList>
      <Button
        look="ghost"
        className="mt-3"
        onClick={() => steps.append({ title: "", description: "", icon: "Search" })}
      >
        <Plus aria-hidden="true" /> Add Step
      </Button>
      <SaveBar {...editing} />
    </form>
  )
}
