import { useId } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import { asPath } from "@/lib/rules"
import { Checkbox } from "@/ui/checkbox"
import { Switch } from "@/ui/switch"
import { TextField } from "../document/fields"
import { labelled } from "../document/labels"
import { LeadsNowhere } from "../document/leads-nowhere"
import { isAway, type LinkValues } from "./api"

export function LinkFields({ form }: { form: UseFormReturn<LinkValues> }) {
  const id = useId()
  const [path, marked, newWindow, isVisible] = useWatch({
    control: form.control,
    name: ["path", "external", "open_in_new_window", "is_visible"],
  })
  const away = isAway(path)
  const external = marked || away
  const set = (name: "external" | "open_in_new_window" | "is_visible") => (is: boolean) =>
    form.setValue(name, is, { shouldDirty: true })
  return (
    <>
      <TextField form={form} name="name" label="Link Text" />
      <div>
        <TextField
          form={form}
          name="path"
          label="Link Path"
          hint="Use relative paths for internal links (e.g. /about) and full URLs for external links."
        />
        <LeadsNowhere link={marked ? "" : asPath(path.trim())} live />
      </div>
      <div className="grid justify-items-start gap-3">
        {/* A web address leads elsewhere, whatever is ticked. */}
        <Checkbox
          label={labelled(form, "external", "External Link")}
          checked={external}
          disabled={away}
          onChange={set("external")}
        />
        {external && (
          <Checkbox
            label={labelled(form, "open_in_new_window", "Open in New Window")}
            checked={newWindow}
            onChange={set("open_in_new_window")}
          />
        )}
      </div>
      <div className="flex items-center gap-3">
        <Switch id={id} checked={isVisible} onCheckedChange={set("is_visible")} />
        <label htmlFor={id}>{labelled(form, "is_visible", "Visible")}</label>
      </div>
    </>
  )
}
