import { useFieldArray } from "react-hook-form"
import { type Team, team } from "@/lib/documents.gen"
import { DocumentForm } from "../document/document-form"
import { labelled } from "../document/labels"
import { RowList } from "../document/row-list"
import { useDocumentForm } from "../document/use-document-form"
import { MemberFields } from "./member-fields"

export function TeamForm({ doc }: { doc: Team }) {
  const editing = useDocumentForm(team, {
    doc,
    done: "Team members have been updated.",
    failed: "Failed to update team members",
  })
  const { form } = editing
  labelled(form, "members", "Member")
  const members = useFieldArray({ control: form.control, name: "members", keyName: "key" })
  return (
    <DocumentForm label="Team" editing={editing}>
      {members.fields.length === 0 && (
        <p className="card p-5 text-ink-2">
          No team members yet. The about page leaves the section out.
        </p>
      )}
      <RowList
        rows={members.fields}
        nameOf={(member) => member.name || "member"}
        add="Add member"
        onAdd={() => members.append(team.blank.members)}
        onMove={members.move}
      >
        {(index) => (
          <MemberFields form={form} index={index} onRemove={() => members.remove(index)} />
        )}
      </RowList>
    </DocumentForm>
  )
}
