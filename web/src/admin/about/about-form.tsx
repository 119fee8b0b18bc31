import { useFieldArray } from "react-hook-form"
import { saveOf } from "@/lib/document"
import { type About, about } from "@/lib/documents.gen"
import { CardList } from "../document/card-list"
import { DocumentForm } from "../document/document-form"
import { AreaField, RichField, TextField, TextListField } from "../document/fields"
import { labelled } from "../document/labels"
import { useDocumentForm } from "../document/use-document-form"

const filled = (items: string[]) => items.map((item) => item.trim()).filter(Boolean)

export function AboutForm({ doc }: { doc: About }) {
  const editing = useDocumentForm(about, {
    doc,
    done: "About content has been updated.",
    failed: "Failed to update content",
    save: ({ why_ecommerce, ...typed }, base) =>
      saveOf(about, { ...typed, why_ecommerce: filled(why_ecommerce) }, base),
  })
  const { form } = editing
  labelled(form, "focus_areas", "Focus area")
  const areas = useFieldArray({ control: form.control, name: "focus_areas", keyName: "key" })
  return (
    <DocumentForm label="About" editing={editing}>
      <div className="grid gap-5">
        <RichField form={form} name="intro_text" label="Intro text" />
        <RichField form={form} name="approach_text" label="Approach text" />
      </div>
      <h2 className="display mt-9 mb-3.5 text-subtitle">Focus areas</h2>
      <CardList
        item="focus area"
        keys={areas.fields.map(({ key }) => key)}
        onAdd={() => areas.append(about.blank.focus_areas)}
        onRemove={areas.remove}
      >
        {(index) => (
          <>
            <TextField form={form} name={`focus_areas.${index}.title`} label="Title" />
            <AreaField form={form} name={`focus_areas.${index}.description`} label="Description" />
          </>
        )}
      </CardList>
      <div className="mt-9">
        <TextListField form={form} name="why_ecommerce" label="Reasons" item="reason" least={0} />
      </div>
    </DocumentForm>
  )
}
