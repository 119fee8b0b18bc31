import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { APPLY_FIELDS } from "./apply"
import { FIELDS, type Field, LIMITS, problems } from "./contact"
import type { Application, ContactMessage, PageData, ReturnedForm } from "./data"
import { applyField } from "./sections/apply-form"
import { TextField } from "./sections/contact-form"
import { Said } from "./sections/typed"

/** What the server fills in when it gives a form back, so that an answer takes no rendering. */
export type FormTemplate = {
  said: string
  fields: Record<string, { right: string; wrong: string; words?: Words }>
}

type Words = { missing?: string; malformed?: string; long?: string }

export function formTemplate(data: PageData): FormTemplate | undefined {
  if (data.page === "contact" && data.form) return contact(data.form)
  if (data.page === "apply" && data.form) return apply(data.form)
}

const contact = ({ values, message }: ReturnedForm) => ({
  said: said(message),
  fields: each(FIELDS, (field) => ({
    ...drawn(message, (error) => <TextField field={field} value={values[field]} error={error} />),
    words: {
      missing: told(field, ""),
      malformed: told(field, "-"),
      long: told(field, "-".repeat(LIMITS[field] + 1)),
    },
  })),
})

/** What is wrong with an application is found and said by the server. */
const apply = ({ values, message }: ReturnedForm<Application>) => ({
  said: said(message),
  fields: each(APPLY_FIELDS, (field) =>
    drawn(message, (error) => applyField(field, values[field], error)),
  ),
})

const said = (message: string) => renderToString(<Said text={message} />)

/** A part of a form as it is rendered in the page, and with an error as well. */
const drawn = (message: string, draw: (error?: string) => ReactNode) => ({
  right: renderToString(draw()),
  wrong: renderToString(draw(message)),
})

const each = <Name extends string, T>(fields: readonly Name[], make: (field: Name) => T) =>
  Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<Name, T>

const told = (field: Field, text: string) =>
  problems({ ...each(FIELDS, () => ""), [field]: text } as ContactMessage)[field]
