import {
  Controller,
  type FieldError,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormReturn,
} from "react-hook-form"
import { Field } from "@/ui/field"
import { Input, Textarea } from "@/ui/input"
import { ListField } from "@/ui/list-field"
import { RichText } from "@/ui/rich-text"
import { labelled } from "./labels"

type Of<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
}

const errorOf = <Values extends FieldValues>({ form, name }: Of<Values>) =>
  form.getFieldState(name, form.formState).error?.message

const messageOf = (error?: FieldError) => error?.message

type TextProps = {
  hint?: string
  type?: "text" | "email" | "url" | "number"
  placeholder?: string
  autoComplete?: string
  min?: number
  disabled?: boolean
  className?: string
}

export function TextField<Values extends FieldValues>(props: Of<Values> & TextProps) {
  const { form, name, label, hint, className, ...input } = props
  labelled(form, name, label)
  return (
    <Field label={label} hint={hint} error={errorOf(props)} className={className}>
      {(control) => (
        <Input
          {...control}
          {...input}
          {...form.register(name, input.type === "number" ? { setValueAs } : undefined)}
        />
      )}
    </Field>
  )
}

// A number that is typed back is the one that was there; nothing typed is no number.
const setValueAs = (typed: string | number) => (typed === "" ? "" : Number(typed))

export function AreaField<Values extends FieldValues>(
  props: Of<Values> & { hint?: string; rows?: number; disabled?: boolean },
) {
  const { form, name, label, hint, ...area } = props
  labelled(form, name, label)
  return (
    <Field label={label} hint={hint} error={errorOf(props)}>
      {(control) => <Textarea {...control} {...area} {...form.register(name)} />}
    </Field>
  )
}

export function RichField<Values extends FieldValues>(
  props: Of<Values> & { height?: number; hint?: string },
) {
  const { form, name, label, height = 200, hint } = props
  labelled(form, name, label)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <RichText
          label={label}
          height={height}
          hint={hint}
          ref={field.ref}
          value={field.value ?? ""}
          onChange={field.onChange}
          error={errorOf(props)}
        />
      )}
    />
  )
}

export function TextListField<Values extends FieldValues>(
  props: Of<Values> & { item: string; least?: number },
) {
  const { form, name, label, item, least } = props
  labelled(form, name, label)
  labelled(form, `${name}.0`, item)
  const wrong: unknown = form.getFieldState(name, form.formState).error
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <ListField
          label={label}
          item={item}
          least={least}
          ref={field.ref}
          errors={Array.isArray(wrong) ? wrong.map(messageOf) : undefined}
          error={Array.isArray(wrong) ? undefined : messageOf(wrong as FieldError | undefined)}
          values={field.value}
          onChange={(values) => field.onChange(values as PathValue<Values, typeof name>)}
        />
      )}
    />
  )
}
