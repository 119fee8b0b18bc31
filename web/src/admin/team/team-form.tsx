import { Plus } from "lucide-react"
import { useFieldArray } from "react-hook-form"
import { Button } from "@/ui/button"
import { SortableList } from "@/ui/sortable-list"
import { DocumentNotices } from "../document/document-notices"
import { moveOne } from "../document/move-one"
import { SaveBar } from "../document/save-bar"
import { useDocumentForm } from "../document/use-document-form"
import { blank, saveTeam, type Team, teamSchema, teamStamp, teamValues } from "./api"
import { MemberFields } from "./member-fields"

export function TeamForm({ doc }: { doc: Team }) {
  const editing = useDocumentForm({
    name: "team",
    doc,
    stamp: teamStamp,
    values: teamValues,
    schema: teamSchema,
    save: saveTeam,
    refreshes: [["team_members"]],
    done: "Team members have been updated.",
    failed: "Failed to update team members",
  })
  const { form } = editing
  const members = useFieldArray({ control: form.control, name: "members", keyName: "key" })
  const keys = members.fields.map((member) => member.key)
  return (
    <form noValidate onSubmit={editing.submit} aria-label="Team">
      <DocumentNotices {...editing} />
      {members.fields.length === 0 && (
        <p className="card p-5 text-ink-2">
          No team members yet. The about page leaves the section out.
        </p>
      )}
      <SortableList
        className="card empty:hidden"
        items={members.fields}
        idOf={(member) => member.key}
        nameOf={(member) => member.name || "member"}
        rowClass={() => "items-start!"}
        onMove={(order) => members.move(...moveOne(keys, order))}
      >
        {(_, index) => (
          <MemberFields form={form} index={index} onRemove={() => members.remove(index)} />
        )}
      </SortableList>
      <Button look="ghost" className="mt-3" onClick={() => members.append(blank)}>
        <Plus aria-hidden="true" /> Add member
      </Button>
      <SaveBar {...editing} />
    </form>
  )
}
