import { type ReactNode, useRef } from "react"
import type { FieldValues } from "react-hook-form"
import { useCommandKey } from "@/lib/shortcut"
import { DocumentNotices } from "./document-notices"
import { SaveBar } from "./save-bar"
import type { DocumentForm as Editing } from "./use-document-form"

type Props<Values extends FieldValues> = {
  label: string
  editing: Editing<Values>
  children: ReactNode
}

/** The form of a screen: what its editor should know, its fields, and the bar that saves them. */
export function DocumentForm<Values extends FieldValues>(props: Props<Values>) {
  const { label, editing, children } = props
  const form = useRef<HTMLFormElement>(null)
  useCommandKey("s", editing.submit, { enabled: editing.isDirty, on: form })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={editing.submit}
      aria-label={label}
      tabIndex={-1}
      className="outline-none"
    >
      <DocumentNotices {...editing} />
      {children}
      <SaveBar {...editing} />
    </form>
  )
}
