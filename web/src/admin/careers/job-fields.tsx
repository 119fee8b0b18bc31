import type { UseFormReturn } from "react-hook-form"
import { RichField, TextField, TextListField } from "../document/fields"
import type { JobValues } from "./api"

/** The fields of a job. A new one gets rank 1, so its rank is not asked for. */
export function JobFields({ form, isNew }: { form: UseFormReturn<JobValues>; isNew: boolean }) {
  return (
    <div className="grid gap-5">
      <TextField form={form} name="title" label="Title" />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField form={form} name="location" label="Location" />
        {!isNew && (
          <TextField
            form={form}
            name="rank"
            type="number"
            min={1}
            label="Rank"
            hint="1 comes first; the others move to make room."
          />
        )}
      </div>
      <RichField form={form} name="about" label="About" height={250} />
      <TextListField
        form={form}
        name="responsibilities"
        label="Responsibilities"
        item="responsibility"
      />
      <TextListField
        form={form}
        name="qualifications"
        label="Qualifications"
        item="qualification"
      />
      <TextListField form={form} name="preferred" label="Preferred" item="preferred item" />
      <RichField form={form} name="how_to_apply" label="How to apply" height={250} />
    </div>
  )
}
