import { saveOf } from "@/lib/document"
import { type About, about } from "@/lib/documents.gen"
import { DocumentForm } from "../document/document-form"
import { AreaField, RichField, TextField, TextListField } from "../document/fields"
import { FoldList } from "../document/fold-list"
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
  return (
    <DocumentForm label="About" editing={editing}>
      <div className="grid gap-5">
        <RichField form={form} name="intro_text" label="Intro text" />
        <RichField form={form} name="approach_text" label="Approach text" />
      </div>
      <h2 className="display mt-9 mb-3.5 text-subtitle">Focus areas</h2>
      <FoldList
        form={form}
        name="focus_areas"
        item="focus area"
        add="Add focus area"
        blank={about.blank.focus_areas}
        headOf={({ title, description }) => ({ title, text: description })}
      >
        {(index) => (
          <>
            <TextField form={form} name={`focus_areas.${index}.title`} label="Title" />
            <AreaField form={form} name={`focus_areas.${index}.description`} label="Description" />
          </>
        )}
      </FoldList>
      <div className="mt-9">
        <TextListField form={form} name="why_ecommerce" label="Reasons" item="reason" least={0} />
      </div>
    </DocumentForm>
  )
}
