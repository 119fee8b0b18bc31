import { type ComponentProps, type ReactNode, useId } from "react"
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
import { type Option, Select } from "@/ui/select"
import { Switch } from "@/ui/switch"
import { Changed } from "./changed"
import { IsHere } from "./is-here"
import { labelled, toolsOf } from "./labels"

type Of<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  /** What is put back together with it. */
  also?: FieldPath<Values>[]
}

/** Who else is in the field, and whether it differs from what is saved. */
function Beside<Values extends FieldValues>({ form, name, label, also }: Of<Values>) {
  return (
    <>
      <IsHere path={name} />
      <Changed form={form} name={name} label={label} also={also} />
    </>
  )
}

const errorOf = <Values extends FieldValues>({ form, name }: Of<Values>) =>
  form.getFieldState(name, form.formState).error?.message

const messageOf = (error?: FieldError) => error?.message

/** A field of a document: what is said about it, and a control. */
function DocumentField<Values extends FieldValues>(
  props: Of<Values> & Pick<ComponentProps<typeof Field>, "hint" | "className" | "children">,
) {
  const { form, name, label, also, ...field } = props
  labelled(form, name, label)
  return (
    <Field
      {...field}
      label={label}
      error={errorOf(props)}
      path={name}
      aside={<Beside form={form} name={name} label={label} also={also} />}
    />
  )
}

type TextProps = {
  hint?: string
  type?: "text" | "email" | "url" | "number" | "date"
  placeholder?: string
  autoComplete?: string
  min?: number
  disabled?: boolean
  className?: string
}

export function TextField<Values extends FieldValues>(props: Of<Values> & TextProps) {
  const { form, name, label, also, hint, className, ...input } = props
  return (
    <DocumentField {...{ form, name, label, also, hint, className }}>
      {(control) => (
        <Input
          {...control}
          {...input}
          {...form.register(name, input.type === "number" ? { setValueAs } : undefined)}
        />
      )}
    </DocumentField>
  )
}

// A number that is typed back is the one that was there; nothing typed is no number.
const setValueAs = (typed: string | number) => (typed === "" ? "" : Number(typed))

export function SelectField<Values extends FieldValues>({
  options,
  ...props
}: Of<Values> & { options: Option[]; hint?: string }) {
  return (
    <DocumentField {...props}>
      {(control) => (
        <Controller
          control={props.form.control}
          name={props.name}
          render={({ field }) => (
            <Select
              {...control}
              value={field.value ?? ""}
              onChange={field.onChange}
              options={options}
            />
          )}
        />
      )}
    </DocumentField>
  )
}

export function AreaField<Values extends FieldValues>(
  props: Of<Values> & { hint?: string; rows?: number; disabled?: boolean },
) {
  const { form, name, label, hint, ...area } = props
  return (
    <DocumentField {...{ form, name, label, hint }}>
      {(control) => <Textarea {...control} {...area} {...form.register(name)} />}
    </DocumentField>
  )
}

export function RichField<Values extends FieldValues>(
  props: Of<Values> &
    Pick<ComponentProps<typeof RichText>, "height" | "hint" | "onPicture" | "inserts">,
) {
  const { form, name, label, height = 200, hint, onPicture, inserts } = props
  labelled(form, name, label)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <RichText
          path={name}
          label={label}
          height={height}
          tools={toolsOf(form, name)}
          hint={hint}
          aside={<Beside form={form} name={name} label={label} />}
          ref={field.ref}
          value={field.value ?? ""}
          onChange={field.onChange}
          onPicture={onPicture}
          inserts={inserts}
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
          path={name}
          label={label}
          item={item}
          least={least}
          aside={<Beside form={form} name={name} label={label} />}
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

/** A switch beside what it is called and what it means. */
export function SwitchField<Values extends FieldValues>(
  props: Of<Values> & { children: ReactNode },
) {
  const { form, name, label, children } = props
  const id = useId()
  labelled(form, name, label)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <div className="flex items-start gap-3.5" data-path={name} data-name={label}>
          <Switch aria-labelledby={id} checked={field.value} onCheckedChange={field.onChange} />
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline justify-between gap-3">
              <h3 id={id} className="font-medium">
                {label}
              </h3>
              <Beside {...props} />
            </div>
            <p className="mt-0.5 text-label text-ink-2">{children}</p>
          </div>
        </div>
      )}
    />
  )
}
