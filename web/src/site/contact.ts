import { isEmail } from "@/lib/rules"
import { stripTags } from "@/lib/text"
import type { ContactMessage } from "./data"
import { word } from "./words"

export const FIELDS = ["name", "email", "subject", "message"] as const

export type Field = (typeof FIELDS)[number]

/** The longest texts the server takes, in characters. */
export const LIMITS: Record<Field, number> = {
  name: 200,
  email: 254,
  subject: 300,
  message: 10_000,
}

export const clean = (values: ContactMessage): ContactMessage => ({
  name: stripTags(values.name.trim()).trim(),
  email: stripTags(values.email.trim()).trim(),
  subject: stripTags(values.subject.trim()).trim(),
  message: stripTags(values.message.trim()).trim(),
})

/** What is wrong with each field of a cleaned message; empty when it can be sent. */
export function problems(values: ContactMessage): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = senderProblems(values)
  if (!values.subject) found.subject = word("contact_need_subject")
  if (!values.message) found.message = word("contact_need_message")
  return { ...found, ...tooLong(values, LIMITS) }
}

/** What is wrong with who writes. */
export function senderProblems({ name, email }: { name: string; email: string }) {
  const found: { name?: string; email?: string } = {}
  if (!name) found.name = word("contact_need_name")
  if (!email) found.email = word("contact_need_email")
  else if (!isEmail(email)) found.email = word("contact_bad_email")
  return found
}

export function tooLong<Name extends string>(
  values: Record<Name, string>,
  limits: Partial<Record<Name, number>>,
) {
  const found: Partial<Record<Name, string>> = {}
  for (const [name, limit] of Object.entries(limits) as [Name, number][]) {
    if ([...values[name]].length <= limit) continue
    const most = String(limit).replace(/(?=\d{3}$)(?!^)/, word("number_group"))
    found[name] = word("contact_too_long", { n: most })
  }
  return found
}
