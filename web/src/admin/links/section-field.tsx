import { useState } from "react"
import { Controller, type UseFormReturn, useWatch } from "react-hook-form"
import { Field } from "@/ui/field"
import { Select } from "@/ui/select"
import { TextField } from "../document/fields"
import type { LinkValues } from "./api"

const NEW = "+ Create New Section"

type Props = {
  form: UseFormReturn<LinkValues>
  sections: string[]
  /** Typed, not chosen. */
  isFree: boolean
}

/** The footer section of a link: one of those that exist, or a new name. */
export function SectionField({ form, sections, isFree }: Props) {
  const [isNew, setNew] = useState(isFree)
  const section = useWatch({ control: form.control, name: "section" })
  // A name that was typed before, and comes back as unsaved text, cannot be chosen.
  if (!isNew && !sections.includes(section)) setNew(true)
  if (isNew) return <TextField form={form} name="section" label="Section" placeholder="Company" />
  return (
    <Controller
      control={form.control}
      name="section"
      render={({ field }) => (
        <Field label="Section" path="section">
          {(control) => (
            <Select
              {...control}
              value={field.value}
              onChange={(value) => {
                field.onChange(value === NEW ? "" : value)
                // The field to type in takes the place of this one.
                if (value === NEW) requestAnimationFrame(() => form.setFocus("section"))
              }}
              options={[...sections, NEW].map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
      )}
    />
  )
}
