import { Controller, type UseFormReturn } from "react-hook-form"
import type { ProcessValues } from "@/lib/documents.gen"
import { Field } from "@/ui/field"
import { RemoveButton } from "@/ui/remove-button"
import { Select } from "@/ui/select"
import { AreaField, TextField } from "../document/fields"
import { labelled } from "../document/labels"

const icons = ["Search", "Code", "Rocket", "TrendingUp"].map((icon) => ({
  value: icon,
  label: icon,
}))

type Props = { form: UseFormReturn<ProcessValues>; index: number; onRemove: () => void }

/** One step of the process. */
export function StepFields({ form, index, onRemove }: Props) {
  labelled(form, "steps", "Step")
  return (
    // biome-ignore lint/a11y/useSemanticElements: the row is a list item already
    <div role="group" aria-label={`Step ${index + 1}`} className="min-w-0 flex-1 py-1">
      <div className="mb-3 flex items-center justify-between">
        <h3 className="display text-[18px]">Step {index + 1}</h3>
        <RemoveButton label={`Remove step ${index + 1}`} onClick={onRemove} />
      </div>
      <div className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-[1fr_190px]">
          <TextField form={form} name={`steps.${index}.title`} label="Title" />
          <Controller
            control={form.control}
            name={`steps.${index}.icon`}
            render={({ field }) => (
              <Field label="Icon">
                {(control) => (
                  <Select
                    {...control}
                    value={field.value}
                    onChange={field.onChange}
                    options={icons}
                  />
                )}
              </Field>
            )}
          />
        </div>
        <AreaField form={form} name={`steps.${index}.description`} label="Description" rows={3} />
      </div>
    </div>
  )
}
