import type { Declared } from "@/lib/document"

type Form = { control: object }

// By the control of a form, which lives as long as the form.
const labels = new WeakMap<object, Map<string, string>>()

// All items of a list are called the same.
const anyItem = (path: string) => path.replace(/\.\d+(?=\.|$)/g, ".*")

const documents = new WeakMap<object, Pick<Declared<unknown, object>, "tools">>()

/** Notes the document that a form is over. */
export function declaredIn(form: Form, declared: Pick<Declared<unknown, object>, "tools">) {
  documents.set(form.control, declared)
}

/** The tools that a rich text of a form has at hand, as its document declares them. */
export const toolsOf = (form: Form, path: string) =>
  documents.get(form.control)?.tools?.[anyItem(path)]

/** Notes what a form calls a field, or one item of a list; returns it. */
export function labelled(form: Form, path: string, label: string): string {
  const known = labels.get(form.control) ?? new Map<string, string>()
  labels.set(form.control, known.set(anyItem(path), label))
  return label
}

/** What a form calls its fields. */
export const labelsOf = (form: Form) => (path: string) =>
  labels.get(form.control)?.get(anyItem(path))
