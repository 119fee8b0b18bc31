import { useId } from "react"
import {
  Controller,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormReturn,
  useWatch,
} from "react-hook-form"
import { Counter } from "@/ui/counter"
import { Field } from "@/ui/field"
import { LineInput } from "@/ui/input"
import { Switch } from "@/ui/switch"
import { TextField } from "../document/fields"
import { labelled } from "../document/labels"
import { ChooseButton } from "../library/choose-button"

type Of<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
}

type TextProps = { label: string; rows?: number; most?: number; usual: string; hint?: string }

/** A text with the room that search engines have for it; they cut what is longer. */
export function HeadText<Values extends FieldValues>(props: Of<Values> & TextProps) {
  const { form, name, label, rows = 1, most, usual, hint } = props
  labelled(form, name, label)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => {
        const { length } = [...field.value]
        const isLong = most !== undefined && length > most
        return (
          <Field
            label={label}
            aside={most && length > 0 ? <Counter length={length} most={most} /> : undefined}
            hint={
              isLong
                ? `Search engines show about ${most} characters.`
                : field.value
                  ? (hint ?? `Empty means: ${usual}`)
                  : "This is shown while the field is empty."
            }
            error={fieldState.error?.message}
          >
            {(control) => (
              <LineInput
                {...control}
                {...field}
                placeholder={usual}
                className="block w-full"
                style={{ minHeight: `calc(${rows}lh + 18px)` }}
                onEnter={() => {}}
              />
            )}
          </Field>
        )
      }}
    />
  )
}

/** The address of the picture that goes with a shared link. */
export function HeadImage<Values extends FieldValues>({
  form,
  name,
  usual,
}: Of<Values> & { usual: string }) {
  const value = useWatch({ control: form.control, name })
  return (
    <div className="grid gap-2">
      <TextField
        form={form}
        name={name}
        label="Sharing image"
        placeholder="https://"
        hint={`1200 × 630 pixels; a path of this site or a web address. Empty means: ${usual}.`}
      />
      <div>
        <ChooseButton
          title="Choose a sharing image"
          hint="It is cut to 1200 × 630."
          value={value ?? ""}
          crop="sharing"
          onPick={(address) =>
            form.setValue(name, address as PathValue<Values, typeof name>, {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
        />
      </div>
    </div>
  )
}

/** Whether search engines may list the page. */
export function Listed<Values extends FieldValues>({ form, name }: Of<Values>) {
  const id = useId()
  labelled(form, name, "Kept from search engines")
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <div className="flex items-center justify-between gap-6">
          <div>
            <h3 id={id} className="font-medium">
              Show in search engines
            </h3>
            <p className="mt-0.5 text-label text-ink-3">
              Off asks them to leave the page out, and takes it off the sitemap.
            </p>
          </div>
          <Switch
            aria-labelledby={id}
            checked={!field.value}
            onCheckedChange={(is) => field.onChange(!is)}
          />
        </div>
      )}
    />
  )
}
