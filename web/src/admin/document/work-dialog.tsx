import { Eye, Pencil } from "lucide-react"
import type { ReactNode } from "react"
import type { FieldValues } from "react-hook-form"
import { Segment } from "@/ui/segment"
import { BenchContext, type Layer } from "../preview/bench"
import { useShownForm } from "../preview/content"
import { type Face, PreviewPane } from "../preview/pane"
import type { Working } from "../preview/use-workbench"
import { DocumentDialog } from "./document-dialog"
import type { DocumentForm } from "./use-document-form"

type Props<Values extends FieldValues> = {
  working: Working
  title: string
  editing: DocumentForm<Values>
  action: string
  disabled?: boolean
  /** The page that is shown, what it is called and where visitors find it. */
  page: { path: string; name: string; site: string; faces?: Face[] }
  layerOf: (values: Values) => Layer
  onClose: () => void
  children: ReactNode
}

/** A document in a dialog as large as the window: its form beside its page, or the page alone. */
export function WorkDialog<Values extends FieldValues>(props: Props<Values>) {
  const { working, page, layerOf, children, ...dialog } = props
  const { shared, isShown, onFocus, picking } = working
  return (
    <BenchContext value={shared}>
      <DocumentDialog
        {...dialog}
        size="window"
        view={shared.view}
        onFocus={onFocus}
        beside={isShown && <PreviewPane {...picking} {...page} />}
        aside={
          <Segment
            label="View"
            value={shared.view}
            onChange={shared.setView}
            choices={[
              { value: "edit", label: "Edit", icon: <Pencil aria-hidden="true" /> },
              { value: "preview", label: "Preview", icon: <Eye aria-hidden="true" /> },
            ]}
          />
        }
      >
        <ShownForm form={props.editing.form} layerOf={layerOf} />
        {children}
      </DocumentDialog>
    </BenchContext>
  )
}

function ShownForm<Values extends FieldValues>(
  props: Pick<Props<Values>, "layerOf"> & { form: DocumentForm<Values>["form"] },
) {
  useShownForm(props.form, props.layerOf)
  return null
}
