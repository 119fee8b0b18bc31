import { useWatch } from "react-hook-form"
import { redirect as declared, type Redirect } from "@/lib/documents.gen"
import { DocumentDialog } from "../document/document-dialog"
import { TextField } from "../document/fields"
import { LeadsNowhere } from "../document/leads-nowhere"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"

type Props = { edited: Edited<Redirect>; onClose: () => void }

export default function RedirectDialog({ edited: { row, isGone }, onClose }: Props) {
  const isNew = row === null || isGone
  const editing = useDocumentForm(declared, {
    doc: row,
    isGone,
    done: isNew ? "Redirect added successfully" : "Redirect updated successfully",
    failed: isNew ? "Failed to add redirect" : "Failed to update redirect",
    says: "server",
    refused: fieldOf,
    onSaved: onClose,
  })
  const { form } = editing
  const to = useWatch({ control: form.control, name: "to_path" })
  return (
    <DocumentDialog
      title={row ? "Edit redirect" : "Add redirect"}
      editing={editing}
      action={row ? "Update redirect" : "Add redirect"}
      size="narrow"
      onClose={onClose}
    >
      <div className="grid gap-5">
        <TextField
          form={form}
          name="from_path"
          label="From"
          placeholder="/old-page"
          hint="The old address. Nothing else may answer there."
        />
        <div>
          <TextField
            form={form}
            name="to_path"
            label="To"
            placeholder="/new-page"
            hint="Where visitors go instead. Redirects stay on this site; for other sites use a link in the navigation."
          />
          <LeadsNowhere link={to.trim()} live />
        </div>
      </div>
    </DocumentDialog>
  )
}

// What the server refuses for other rows' sake is about where the redirect starts, unless it leads round in a circle.
const fieldOf = (sentence: string) =>
  /itself|circle/.test(sentence) ? "to_path" : /already/.test(sentence) ? "from_path" : undefined
