import { ArrowRight } from "lucide-react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { clean, FIELDS, type Field, LIMITS, problems } from "../contact"
import { send } from "../contact-send"
import type { ContactMessage, ReturnedForm } from "../data"
import { Honeypot, trapped } from "../layout/honeypot"
import { useToasts } from "../layout/toasts"
import { word } from "../words"
import { Said, Typed } from "./typed"

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

type TextFieldProps = { field: Field; value: string; error?: string }

export function TextField({ field, value, error }: TextFieldProps) {
  const isShort = field === "name" || field === "email"
  return (
    <Typed
      id={`contact-${field}`}
      name={field}
      label={word(`contact_${field}`)}
      className={isShort ? "field" : "field full"}
      limit={LIMITS[field]}
      required
      rows={field === "message" ? 6 : undefined}
      autoComplete={AUTOCOMPLETE[field]}
      value={value}
      error={error}
    />
  )
}
