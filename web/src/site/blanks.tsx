import { renderToString } from "react-dom/server"
import { FIELDS, type Field, LIMITS, problems } from "./contact"
import type { ContactMessage, ReturnedForm } from "./data"
import { Said, TextField } from "./sections/contact-form"

/** What the server fills in when it gives a form back, so that an answer takes no rendering. */
export type Blanks = {
  said: string
  fields: Record<Field, { right: string; wrong: string; words: Words }>
}

type Words = { missing?: string; malformed?: string; long?: string }

const each = <T,>(make: (field: Field) => T) =>
  Object.fromEntries(FIELDS.map((field) => [field, make(field)])) as Record<Field, T>

/** The parts of a form as it is rendered in the page, and each field with an error as well. */
export function blanks({ values, message }: ReturnedForm): Blanks {
  return {
    said: renderToString(<Said text={message} />),
    fields: each((field) => ({
      right: renderToString(<TextField field={field} value={values[field]} />),
      wrong: renderToString(<TextField field={field} value={values[field]} error={message} />),
      words: {
        missing: told(field, ""),
        malformed: told(field, "-"),
        long: told(field, "-".repeat(LIMITS[field] + 1)),
      },
    })),
  }
}

const told = (field: Field, text: string) =>
  problems({ ...each(() => ""), [field]: text } as ContactMessage)[field]
