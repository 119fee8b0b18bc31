import { Controller } from "react-hook-form"
import { formOf } from "@/lib/document"
import { Field } from "@/ui/field"
import { Select } from "@/ui/select"
import { DocumentDialog } from "../document/document-dialog"
import { TextField } from "../document/fields"
import { useDocumentForm } from "../document/use-document-form"
import { type Account, type Handover, ROLES, type Role, useInvitation } from "./api"
import { ROLE_OPTIONS } from "./role-select"
import { invitationRules } from "./rules"

const invitation = formOf<{ email: string; role: Role }, Account>({
  name: "invitation",
  table: "user_profiles",
  empty: { email: "", role: "editor" },
  rules: invitationRules,
})

type Props = { onClose: () => void; onHandover: (handover: Handover) => void }

export default function InviteDialog({ onClose, onHandover }: Props) {
  const { mailed, ...inviting } = useInvitation(onHandover)
  const editing = useDocumentForm(invitation, { ...inviting, doc: null, onSaved: onClose })
  const { form } = editing
  return (
    <DocumentDialog
      title="Invite user"
      editing={editing}
      action={mailed ? "Send invitation" : "Make invitation link"}
      pendingAction={mailed ? "Sending..." : "Making..."}
      size="narrow"
      onClose={onClose}
    >
      <div className="grid gap-5">
        <TextField
          form={form}
          name="email"
          type="email"
          autoComplete="off"
          label="Email"
          hint={
            mailed
              ? "They get a mail with a link to choose a password."
              : "Mail reaches nobody: you get a link to hand over, with which they choose a password."
          }
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <Field label="Role" hint={ROLES[field.value].may}>
              {(control) => (
                <Select
                  {...control}
                  value={field.value}
                  onChange={field.onChange}
                  options={ROLE_OPTIONS}
                />
              )}
            </Field>
          )}
        />
      </div>
    </DocumentDialog>
  )
}
