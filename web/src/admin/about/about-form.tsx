import { Plus, Trash2 } from "lucide-react"
import { useFieldArray } from "react-hook-form"
import { Button } from "@/ui/button"
import { IconButton } from "@/ui/icon-button"
import { DocumentNotices } from "../document/document-notices"
import { AreaField, RichField, TextField, TextListField } from "../document/fields"
import { SaveBar } from "../document/save-bar"
import { useDocumentForm } from "../document/use-document-form"
import { type About, aboutSchema, aboutValues, saveAbout } from "./api"

export function AboutForm({ doc }: { doc: About }) {
  const editing = useDocumentForm({
    name: "about",
    doc,
    stamp: (about) => about.version,
    values: aboutValues,
    schema: aboutSchema,
    save: saveAbout,
    refreshes: [["about_content"]],
    done: "About content has been updated.",
    failed: "Failed to update content",
  })
  const { form } = editing
  const areas = useFieldArray({ control: form.control, name: "focus_areas", keyName: "key" })
  return (
    <form noValidate onSubmit={editing.submit} aria-label="About">
      <DocumentNotices {...editing} />
      <div className="grid gap-5">
        <RichField form={form} name="intro_text" label="Intro text" />
        <RichField form={form} name="approach_text" label="Approach text" />
      </div>
      <h2 className="display mt-9 mb-3.5 text-subtitle">Focus areas</h2>
      <div className="grid gap-4">
        {areas.fields.map((area, index) => (
          <section key={area.key} className="card p-5" aria-label={`Focus area ${index + 1}`}>
            <div className="mb-4 flex items-center justify-between">
              <h3 className="display text-[18px]">Focus area {index + 1}</h3>
              <IconButton
                look="danger"
                label={`Remove focus area ${index + 1}`}
                onClick={() => areas.remove(index)}
              >
                <Trash2 />
              </IconButton>
            </div>
            <div className="grid gap-4">
              <TextField form={form} name={`focus_areas.${index}.title`} label="Title" />
              <AreaField
                form={form}
                name={`focus_areas.${index}.description`}
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
        <Plus aria-hidden="true" /> Add focus area
      </Button>
      <div className="mt-9">
        <TextListField
          form={form}
          name="why_ecommerce"
          label="Why we build in commerce"
          item="reason"
          least={0}
        />
      </div>
      <SaveBar {...editing} />
    </form>
  )
}
