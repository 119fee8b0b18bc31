import { UserRound } from "lucide-react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import type { TeamValues } from "@/lib/documents.gen"
import { Picture } from "@/ui/picture"
import { RichField, TextField } from "../document/fields"
import { ChooseButton } from "../library/choose-button"
import { useReread } from "../preview/bench"

type Props = { form: UseFormReturn<TeamValues>; index: number }

export function MemberFields({ form, index }: Props) {
  const [name, photo] = useWatch({
    control: form.control,
    name: [`members.${index}.name`, `members.${index}.image_url`],
  })
  const reread = useReread()
  const title = name || `Member ${index + 1}`
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField form={form} name={`members.${index}.name`} label="Name" />
        <TextField form={form} name={`members.${index}.position`} label="Position" />
        <div className="grid content-start gap-2 md:col-span-2">
          <TextField
            form={form}
            name={`members.${index}.image_url`}
            label="Photo URL"
            hint="An https:// address, or a path of this site. Empty shows a drawn bust."
          />
          <div>
            <ChooseButton
              title="Choose a portrait"
              hint="At least 700 × 800 looks sharp."
              of={title}
              value={photo ?? ""}
              crop="portrait"
              onCropped={reread}
              onPick={(address) =>
                form.setValue(`members.${index}.image_url`, address, {
                  shouldDirty: true,
                  shouldValidate: true,
                })
              }
            />
          </div>
        </div>
        <TextField form={form} name={`members.${index}.linkedin_url`} label="LinkedIn URL" />
      </div>
      <RichField form={form} name={`members.${index}.company`} label="Bio" />
    </>
  )
}

/** The photograph of a person in a list. One from elsewhere is not asked for while its address is typed. */
export function Portrait({ src }: { src?: string | null }) {
  return (
    <Picture
      src={src?.startsWith("/storage/") ? src : ""}
      className=""
      fallback={<UserRound aria-hidden="true" />}
    />
  )
}
