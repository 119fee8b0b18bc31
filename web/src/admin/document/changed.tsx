import {
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type UseFormReturn,
  useFormState,
} from "react-hook-form"

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  /** What goes with it. */
  also?: FieldPath<Values>[]
}

/** Says that a field differs from what is saved, and puts that back. */
export function Changed<Values extends FieldValues>(props: Props<Values>) {
  const { form, name, label, also = [] } = props
  const all = [name, ...also]
  const state = useFormState({ control: form.control, name: all })
  if (!all.some((one) => form.getFieldState(one, state).isDirty)) return null
  const putBack = () => {
    for (const one of all) {
      const saved = structuredClone(get(form.formState.defaultValues, one)) as PathValue<
        Values,
        typeof one
      >
      form.setValue(one, saved, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    }
    form.setFocus(name)
  }
  return (
    <span className="changed">
      <span className="@max-[15rem]:sr-only">Changed</span>
      <button type="button" onClick={putBack}>
        Put back<span className="sr-only">: {label}</span>
      </button>
    </span>
  )
}
