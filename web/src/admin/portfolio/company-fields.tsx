import { useEffect, useId, useRef } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import type { CompanyValues } from "@/lib/documents.gen"
import { Switch } from "@/ui/switch"
import { Upload } from "@/ui/upload"
import { AreaField, TextField } from "../document/fields"
import { labelled } from "../document/labels"
import { ChooseButton } from "../library/choose-button"
import { useReread } from "../preview/bench"
import { uploadLogo } from "./logo"

type Props = {
  form: UseFormReturn<CompanyValues>
  /** How much of a logo is uploaded, in percent; nothing while none is. */
  uploaded?: number
  setUploaded: (percent?: number) => void
}

export function CompanyFields({ form, uploaded, setUploaded }: Props) {
  const id = useId()
  const [logo, isActive] = useWatch({ control: form.control, name: ["logo_url", "is_active"] })
  const reread = useReread()
  const sending = useRef<AbortController>(null)
  // Nobody waits for a logo whose form is closed.
  useEffect(() => () => sending.current?.abort(), [])
  const upload = async (file: File) => {
    const controller = new AbortController()
    sending.current = controller
    setUploaded(0)
    const url = await uploadLogo(file, {
      onProgress: setUploaded,
      signal: controller.signal,
    })
    setUploaded()
    if (url) form.setValue("logo_url", url, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <fieldset disabled={uploaded !== undefined} className="grid gap-5 md:grid-cols-2">
      <TextField form={form} name="name" label="Company Name" />
      <TextField
        form={form}
        name="website_url"
        type="url"
        label="Website URL"
        placeholder="https://"
      />
      <div className="md:col-span-2">
        <AreaField
          form={form}
          name="description"
          label="Description"
          rows={3}
          hint="Keep it concise, ideally 2-3 sentences maximum."
        />
      </div>
      <div className="grid gap-3 md:col-span-2">
        <TextField form={form} name="logo_url" label="Logo URL" />
        <Upload
          src={logo}
          done={uploaded}
          hint="PNG, JPEG, GIF or WebP, up to 5 MB; drop it here or press the button. Shown at 24px high."
          onFile={(file) => void upload(file)}
        />
        <div>
          <ChooseButton
            title="Choose a logo"
            hint="Logos are shown at 24px high."
            value={logo}
            crop="logo"
            onCropped={reread}
            onPick={(address) =>
              form.setValue("logo_url", address, { shouldDirty: true, shouldValidate: true })
            }
          />
        </div>
      </div>
      <TextField
        form={form}
        name="display_order"
        type="number"
        min={0}
        label="Display Order"
        hint="Lower numbers appear first"
      />
      <div>
        <span id={id} className="mb-1.5 block font-medium">
          {labelled(form, "is_active", "Active")}
        </span>
        <Switch
          aria-labelledby={id}
          checked={isActive}
          onCheckedChange={(is) => form.setValue("is_active", is, { shouldDirty: true })}
        />
        <p className="mt-1.5 text-label text-ink-3">
          Only active companies are shown on the homepage
        </p>
      </div>
    </fieldset>
  )
}
