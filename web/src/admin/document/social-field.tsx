import { Plus, X } from "lucide-react"
import {
  type ArrayPath,
  type FieldArray,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useFieldArray,
} from "react-hook-form"
import { Button } from "@/ui/button"
import { FieldError, placed } from "@/ui/field"
import { Input } from "@/ui/input"
import { RemoveButton } from "@/ui/remove-button"
import { SortableList } from "@/ui/sortable-list"
import { labelled } from "./labels"
import { moveOne } from "./move-one"

type Social = { platform: string; url: string }

type Props<Values extends FieldValues> = { form: UseFormReturn<Values>; name: ArrayPath<Values> }

/** A list of networks, each with the studio's address there. */
export function SocialField<Values extends FieldValues>({ form, name }: Props<Values>) {
  labelled(form, name, "Social link")
  labelled(form, `${name}.0.url`, "URL")
  const links = useFieldArray({ control: form.control, name, keyName: "key" })
  const path = (index: number, key: string) => `${name}.${index}.${key}` as FieldPath<Values>
  const whole = form.getFieldState(name as FieldPath<Values>, form.formState).error?.root?.message
  const add = () => links.append({ platform: "", url: "" } as FieldArray<Values, ArrayPath<Values>>)
  return (
    <fieldset data-rows>
      <legend className="mb-1.5 font-medium">Social links</legend>
      <SortableList
        className="grid gap-2 max-md:gap-4"
        items={links.fields as unknown as ({ key: string } & Social)[]}
        idOf={({ key }) => key}
        nameOf={({ platform }) => platform || "social link"}
        rowClass={() => "sortable-line"}
        onMove={(order) =>
          links.move(
            ...moveOne(
              links.fields.map(({ key }) => key),
              order,
            ),
          )
        }
      >
        {(_, index, { grip }) => {
          const errors = ["platform", "url"].map(
            (key) => form.getFieldState(path(index, key), form.formState).error?.message,
          )
          const message = errors.find(Boolean)
          const note = message ? `${name}-${index}-error` : undefined
          return (
            <div {...placed(`${name}.${index}`, `Social link ${index + 1}`)}>
              <div className="flex items-center gap-1 max-md:flex-wrap">
                {grip}
                <Input
                  placeholder="Platform"
                  aria-label={`Platform ${index + 1}`}
                  aria-invalid={errors[0] ? true : undefined}
                  aria-describedby={note}
                  className="max-md:flex-1 md:max-w-45"
                  {...form.register(path(index, "platform"))}
                />
                <Input
                  placeholder="https://"
                  aria-label={`URL ${index + 1}`}
                  aria-invalid={errors[1] ? true : undefined}
                  aria-describedby={note}
                  className="max-md:order-1"
                  {...form.register(path(index, "url"))}
                />
                <RemoveButton
                  look="plain"
                  label={`Remove social link ${index + 1}`}
                  onClick={() => links.remove(index)}
                >
                  <X />
                </RemoveButton>
              </div>
              {message && <FieldError id={note}>{message}</FieldError>}
            </div>
          )
        }}
      </SortableList>
      {whole && <FieldError>{whole}</FieldError>}
      <Button look="ghost" size="sm" className="mt-2" data-add onClick={add}>
        <Plus aria-hidden="true" /> Add social link
      </Button>
    </fieldset>
  )
}
