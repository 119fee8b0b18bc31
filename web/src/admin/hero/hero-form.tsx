import { type Hero, hero } from "@/lib/documents.gen"
import { plainText } from "@/lib/text"
import { DocumentForm } from "../document/document-form"
import { RichField, TextField } from "../document/fields"
import { FoldList } from "../document/fold-list"
import { useDocumentForm } from "../document/use-document-form"

export function HeroForm({ doc }: { doc: Hero }) {
  const editing = useDocumentForm(hero, {
    doc,
    done: "Hero content has been updated.",
    failed: "Failed to update content",
  })
  const { form } = editing
  return (
    <DocumentForm label="Hero" editing={editing}>
      <div className="grid gap-5">
        <TextField
          form={form}
          name="title"
          label="Title"
          hint="A full stop marks where the line breaks."
        />
        <RichField form={form} name="subtitle" label="Subtitle" />
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            form={form}
            name="cta_primary_text"
            label="Primary button"
            hint="Leads to the contact page. Empty hides it."
          />
          <TextField
            form={form}
            name="cta_secondary_text"
            label="Secondary button"
            hint="Leads to the process steps. Empty hides it."
          />
        </div>
      </div>
      <h2 className="display mt-9 mb-3.5 text-subtitle">Featured areas</h2>
      <FoldList
        form={form}
        name="featured_areas"
        item="area"
        add="Add area"
        blank={hero.blank.featured_areas}
        headOf={({ title, description }) => ({ title, text: plainText(description) })}
      >
        {(index) => (
          <>
            <TextField form={form} name={`featured_areas.${index}.title`} label="Title" />
            <RichField
              form={form}
              name={`featured_areas.${index}.description`}
              label="Description"
            />
          </>
        )}
      </FoldList>
    </DocumentForm>
  )
}
