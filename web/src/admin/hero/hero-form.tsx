import { Plus, Trash2 } from "lucide-react"
import { useFieldArray } from "react-hook-form"
import { Button } from "@/ui/button"
import { IconButton } from "@/ui/icon-button"
import { DocumentNotices } from "../document/document-notices"
import { RichField, TextField } from "../document/fields"
import { SaveBar } from "../document/save-bar"
import { useDocumentForm } from "../document/use-document-form"
import { type Hero, heroSchema, heroValues, saveHero } from "./api"

export function HeroForm({ doc }: { doc: Hero }) {
  const editing = useDocumentForm({
    name: "hero",
    doc,
    stamp: (hero) => hero.version,
    values: heroValues,
    schema: heroSchema,
    save: saveHero,
    refreshes: [["hero_content"]],
    done: "Hero content has been updated.",
    failed: "Failed to update content",
  })
  const { form } = editing
  const areas = useFieldArray({ control: form.control, name: "featured_areas", keyName: "key" })
  return (
    <form noValidate onSubmit={editing.submit} aria-label="Hero">
      <DocumentNotices {...editing} />
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
      <div className="grid gap-4">
        {areas.fields.map((area, index) => (
          <section key={area.key} className="card p-5" aria-label={`Area ${index + 1}`}>
            <div className="mb-4 flex items-center justify-between">
              <h3 className="display text-[18px]">Area {index + 1}</h3>
              <IconButton
                look="danger"
                label={`Remove area ${index + 1}`}
                onClick={() => areas.remove(index)}
              >
                <Trash2 />
              </IconButton>
            </div>
            <div className="grid gap-5">
              <TextField form={form} name={`featured_areas.${index}.title`} label="Title" />
              <RichField
                form={form}
                name={`featured_areas.${index}.description`}
                label="Description"
              />
            </div>
          </section>
        ))}
      </div>
      <Button
        look="ghost"
        className="mt-3"
        onClick={() => areas.append({ title: "", description: "" })}
      >
        <Plus aria-hidden="true" /> Add area
      </Button>
      <SaveBar {...editing} />
    </form>
  )
}
