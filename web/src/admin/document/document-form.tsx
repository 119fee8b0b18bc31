import { MousePointerClick } from "lucide-react"
import type { ReactNode } from "react"
import type { FieldValues } from "react-hook-form"
import { useCommandKey } from "@/lib/shortcut"
import { type Layer, useBench } from "../preview/bench"
import { contentOf, useShownForm } from "../preview/content"
import { DocumentNotices } from "./document-notices"
import { Present, useShownOthers } from "./presence"
import { SaveBar } from "./save-bar"
import type { DocumentForm as Editing } from "./use-document-form"

type Props<Values extends FieldValues> = {
  label: string
  editing: Editing<Values>
  /** How it lies over the page, where that is not as it is stored. */
  layerOf?: (values: Values) => Layer
  /** Stands below the fields instead of the hint and the bar. */
  foot?: ReactNode
  children: ReactNode
}

/** The form of a screen: what its editor should know, its fields, and the bar that saves them. */
export function DocumentForm<Values extends FieldValues>(props: Props<Values>) {
  const { label, editing, layerOf, foot, children } = props
  const { declared, id, form } = editing
  const bench = useBench()
  useCommandKey("s", editing.submit, { enabled: editing.isDirty, on: editing.box })
  useShownForm(form, layerOf ?? ((values) => ({ content: contentOf(declared, values) })))
  useShownOthers(declared.of ?? declared.name, id, editing.others)
  return (
    <form
      ref={editing.box}
      noValidate
      onSubmit={editing.submit}
      aria-label={label}
      tabIndex={-1}
      className="outline-none"
      data-document={declared.of ?? declared.name}
      data-id={id}
    >
      <DocumentNotices {...editing} />
      <Present value={editing.others}>{children}</Present>
      {foot ?? (
        <>
          {bench && (
            <p className="work-hint">
              <MousePointerClick aria-hidden="true" /> Click anything in the preview to edit it.
            </p>
          )}
          <SaveBar {...editing} />
        </>
      )}
    </form>
  )
}
