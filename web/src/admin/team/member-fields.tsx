import { type UseFormReturn, useWatch } from "react-hook-form"
import type { TeamValues } from "@/lib/documents.gen"
import { RemoveButton } from "@/ui/remove-button"
import { RichField, TextField } from "../document/fields"

type Props = { form: UseFormReturn<TeamValues>; index: number; onRemove: () => void }

export function MemberFields({ form, index, onRemove }: Props) {
  const name = useWatch({ control: form.control, name: `members.${index}.name` })
  const title = name || `Member ${index + 1}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: the row is a list item already
    <div role="group" aria-label={title} className="min-w-0 flex-1 py-1">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="display truncate text-[18px]">{title}</h2>
        <RemoveButton label={`Remove ${title}`} onClick={onRemove} />
      </div>
      <div className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField form={form} name={`members.${index}.name`} label="Name" />
          <TextField form={form} name={`members.${index}.position`} label="Position" />
          <TextField
            form={form}
            name={`members.${index}.image_url`}
            label="Photo URL"
            hint="An https:// address, or a path of this site. Empty shows a drawn bust."
          />
          <TextField form={form} name={`members.${index}.linkedin_url`} label="LinkedIn URL" />
        </div>
        <RichField form={form} name={`members.${index}.company`} label="Bio" />
      </div>
    </div>
  )
}
