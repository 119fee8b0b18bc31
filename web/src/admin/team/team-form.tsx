import { useWatch } from "react-hook-form"
import { type Team, team } from "@/lib/documents.gen"
import { DocumentForm } from "../document/document-form"
import { FoldList } from "../document/fold-list"
import { useDocumentForm } from "../document/use-document-form"
import { MemberFields, Portrait } from "./member-fields"

export function TeamForm({ doc }: { doc: Team }) {
  const editing = useDocumentForm(team, {
    doc,
    done: "Team members have been updated.",
    failed: "Failed to update team members",
  })
  const { form } = editing
  const isEmpty = useWatch({ control: form.control, name: "members" }).length === 0
  return (
    <DocumentForm label="Team" editing={editing}>
      {isEmpty && (
        <p className="card p-5 text-ink-2">
          No team members yet. The about page leaves the section out.
        </p>
      )}
      <h2 className="sr-only">Members</h2>
      <FoldList
        form={form}
        name="members"
        item="member"
        add="Add member"
        blank={team.blank.members}
        headOf={({ name, position, image_url }) => ({
          title: name,
          text: position,
          icon: <Portrait src={image_url} />,
        })}
      >
        {(index) => <MemberFields form={form} index={index} />}
      </FoldList>
    </DocumentForm>
  )
}
