import { CircleAlert } from "lucide-react"
import type { FormEvent } from "react"
import { stripTags } from "@/lib/text"

/** What is wrong with a form as a whole. */
export function Said({ text }: { text: string }) {
  return (
    <p className="err full" role="alert">
      <CircleAlert className="ic" strokeWidth={1.75} /> {text}
    </p>
  )
}

/** What is wrong with a field; the field names it as its description. */
export function Wrong({ id, text }: { id: string; text: string }) {
  return (
    <span className="err" id={`${id}-error`}>
      <CircleAlert className="ic" strokeWidth={1.75} /> {text}
    </span>
  )
}

/** The attributes with which a field tells what is said below it. */
export const told = (id: string, error?: string, hint?: string) => ({
  "aria-invalid": error ? (true as const) : undefined,
  "aria-describedby":
    [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined,
})

/** The caret stays where the visitor types; a field for an address has none to set. */
function withoutTags(input: HTMLInputElement | HTMLTextAreaElement) {
  const kept = stripTags(input.value)
  if (kept === input.value) return
  const caret = input.selectionStart
  const before = stripTags(input.value.slice(0, caret ?? 0))
  input.value = kept
  if (caret !== null) input.setSelectionRange(before.length, before.length)
}

type Props = {
  id: string
  name: string
  label: string
  className: string
  limit: number
  required?: boolean
  /** There where it takes more than a line. */
  rows?: number
  autoComplete?: string
  placeholder?: string
  hint?: string
  value: string
  error?: string
}

/** A field of a visitor's form. It works before React does, so the browser holds what is typed. */
export function Typed({ id, label, className, limit, rows, hint, value, error, ...rest }: Props) {
  const shared = {
    id,
    className: "input",
    maxLength: limit,
    defaultValue: value,
    ...told(id, error, hint),
    ...rest,
    onInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      withoutTags(event.currentTarget),
  }
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      {rows ? (
        <textarea {...shared} rows={rows} />
      ) : (
        <input {...shared} type={rest.name === "email" ? "email" : "text"} />
      )}
      {error && <Wrong id={id} text={error} />}
      {hint && (
        <small className="fine" id={`${id}-hint`}>
          {hint}
        </small>
      )}
    </div>
  )
}
