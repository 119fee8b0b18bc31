import { useId } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import { Checkbox } from "@/ui/checkbox"
import { Switch } from "@/ui/switch"
import { TextField } from "../document/fields"
import type { LinkValues } from "./api"

export function LinkFields({ form }: { form: UseFormReturn<LinkValues> }) {
  const id = useId()
  const [external, newWindow, isVisible] = useWatch({
    control: form.control,
    name: ["external", "open_in_new_window", "is_visible"],
  })
  const set = (name: "external" | "open_in_new_window" | "is_visible") => (is: boolean) =>
    form.setValue(name, is, { shouldDirty: true })
  return (
    <>
      <TextField form={form} name="name" label="Link Text" />
      <TextField
        form={form}
        name="path"
        label="Link Path"
        hint="Use relative paths for internal links (e.g. /about) and full URLs for external links."
      />
      <div className="grid justify-items-start gap-3">
        <Checkbox label="External Link" checked={external} onChange={set("external")} />
        {external && (
          <Checkbox
            label="Open in New Window"
            checked={newWindow}
            onChange={set("open_in_new_window")}
          />
        )}
      </div>
      <div className="flex items-center gap-3">
        <Switch id={id} checked={isVisible} onCheckedChange={set("is_visible")} />
        <label htmlFor={id}>Visible</label>
      </div>
    </>
  )
}
