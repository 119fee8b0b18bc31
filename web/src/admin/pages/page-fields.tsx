import { useId } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import type { PageValues } from "@/lib/documents.gen"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { Switch } from "@/ui/switch"
import { RichField } from "../document/fields"
import { labelled } from "../document/labels"
import { useTextPicture } from "../library/use-text-picture"
import { addressOf } from "./api"
import { LinkedFrom } from "./linked-from"

type Props = {
  form: UseFormReturn<PageValues>
  /** The address that it has on the site; nothing while it has none. */
  was?: string
}

export function PageFields({ form, was }: Props) {
  const id = useId()
  const isVisible = useWatch({ control: form.control, name: "is_visible" })
  const { onPicture, picker } = useTextPicture()
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 md:grid-cols-2">
        <TitleField form={form} was={was} />
        <AddressField form={form} was={was} />
      </div>
      <RichField form={form} name="body" label="Text" height={340} onPicture={onPicture} />
      {picker}
      <div className="flex items-center gap-3">
        <Switch
          id={id}
          checked={isVisible}
          onCheckedChange={(is) => form.setValue("is_visible", is, { shouldDirty: true })}
        />
        <label htmlFor={id}>{labelled(form, "is_visible", "Visible")}</label>
        <p className="text-label text-ink-3">{isVisible ? "" : "Visitors find no page there."}</p>
      </div>
      {was !== undefined && <LinkedFrom path={`/${was}`} />}
    </div>
  )
}

/** Proposes the address of a new page, as long as it is the one that the title gave it. */
function TitleField({ form, was }: Props) {
  const { onChange, ...field } = form.register("title")
  const type: typeof onChange = (event) => {
    const { title, slug } = form.getValues()
    const next = addressOf(event.target.value)
    if (was === undefined && slug === addressOf(title))
      form.setValue("slug", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    return onChange(event)
  }
  return (
    <Field
      path="title"
      label={labelled(form, "title", "Title")}
      error={form.getFieldState("title", form.formState).error?.message}
    >
      {(control) => <Input {...control} {...field} onChange={type} />}
    </Field>
  )
}

function AddressField({ form, was }: Props) {
  const slug = useWatch({ control: form.control, name: "slug" })
  const moves = was !== undefined && slug !== was
  return (
    <Field
      path="slug"
      label={labelled(form, "slug", "Address")}
      hint={moves ? `/${was} will lead to the new address.` : "Small letters, digits and hyphens."}
      error={form.getFieldState("slug", form.formState).error?.message}
    >
      {(control) => (
        <span className="control flex items-center overflow-hidden pl-3">
          <span aria-hidden="true" className="max-w-[45%] shrink-0 truncate text-ink-3">
            {location.host}/
          </span>
          <input
            {...control}
            {...form.register("slug")}
            autoCapitalize="none"
            spellCheck={false}
            className="h-9.5 w-full min-w-0 bg-transparent pr-3 outline-none"
          />
        </span>
      )}
    </Field>
  )
}
