import { ArrowRight, CircleAlert } from "lucide-react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { stripTags } from "@/lib/text"
import { clean, FIELDS, type Field, LIMITS, problems, send } from "../contact"
import type { ContactMessage, ReturnedForm } from "../data"
import { Honeypot, trapped } from "../layout/honeypot"
import { useToasts } from "../layout/toasts"
import { word } from "../words"

type Props = {
  apiKey: string
  /** What came back when the form was sent without JavaScript. */
  returned?: ReturnedForm
  onSent: (message: string) => void
}

const AUTOCOMPLETE: Partial<Record<Field, string>> = { name: "name", email: "email" }

export function ContactForm({ apiKey, returned, onSent }: Props) {
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState(returned?.errors ?? {})
  const form = useRef<HTMLFormElement>(null)
  const toasts = useToasts()

  // Without JavaScript the browser checks the fields; from here on we do, with words beside them.
  useEffect(() => {
    if (form.current) form.current.noValidate = true
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const values = new FormData(event.currentTarget)
    const message = clean(
      Object.fromEntries(FIELDS.map((f) => [f, String(values.get(f) ?? "")])) as ContactMessage,
    )
    const found = problems(message)
    setErrors(found)
    const first = FIELDS.find((field) => found[field])
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`#contact-${first}`)?.focus()
      return
    }
    setPending(true)
    toasts.clear()
    const outcome = await send(apiKey, message, trapped(values)).catch(() => ({
      ok: false,
      message: word("unexpected_error"),
    }))
    setPending(false)
    if (outcome.ok) onSent(outcome.message)
    else toasts.show({ title: word("error_title"), text: outcome.message, failed: true })
  }

  return (
    <form
      ref={form}
      action="/contact"
      method="post"
      onSubmit={submit}
      aria-label={word("contact_form")}
    >
      {returned?.message && <Said text={returned.message} />}
      {FIELDS.map((field) => (
        <TextField
          key={field}
          field={field}
          value={returned?.values[field] ?? ""}
          error={errors[field]}
        />
      ))}
      <Honeypot />
      <div className="full">
        <button className="btn btn-ink" type="submit" aria-disabled={pending || undefined}>
          {pending ? (
            word("contact_sending")
          ) : (
            <>
              {word("contact_send")} <ArrowRight className="ic" strokeWidth={1.75} />
            </>
          )}
        </button>
      </div>
    </form>
  )
}

/** The caret stays where the visitor types; a field for an address has none to set. */
function withoutTags(input: HTMLInputElement | HTMLTextAreaElement) {
  const kept = stripTags(input.value)
  if (kept === input.value) return
  const caret = input.selectionStart
  const before = stripTags(input.value.slice(0, caret ?? 0))
  input.value = kept
  if (caret !== null) input.setSelectionRange(before.length, before.length)
}

export function Said({ text }: { text: string }) {
  return (
    <p className="err full" role="alert">
      <CircleAlert className="ic" strokeWidth={1.75} /> {text}
    </p>
  )
}

type TextFieldProps = { field: Field; value: string; error?: string }

export function TextField({ field, value, error }: TextFieldProps) {
  const id = `contact-${field}`
  const shared = {
    id,
    name: field,
    className: "input",
    required: true,
    maxLength: LIMITS[field],
    defaultValue: value,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
    onInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      withoutTags(event.currentTarget),
  }
  return (
    <div className={field === "name" || field === "email" ? "field" : "field full"}>
      <label htmlFor={id}>{word(`contact_${field}`)}</label>
      {field === "message" ? (
        <textarea {...shared} rows={6} />
      ) : (
        <input
          {...shared}
          type={field === "email" ? "email" : "text"}
          autoComplete={AUTOCOMPLETE[field]}
        />
      )}
      {error && (
        <span className="err" id={`${id}-error`}>
          <CircleAlert className="ic" strokeWidth={1.75} /> {error}
        </span>
      )}
    </div>
  )
}
