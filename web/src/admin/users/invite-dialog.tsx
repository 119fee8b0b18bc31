import { type FormEvent, useState } from "react"
import { isEmail } from "@/lib/rules"
import { useUnsaved } from "@/lib/unsaved"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { FormFoot } from "@/ui/form-foot"
import { Input } from "@/ui/input"
import { Select } from "@/ui/select"
import { ROLES, type Role, useInvite } from "./api"
import { ROLE_OPTIONS } from "./role-select"

export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<Role>("editor")
  const [error, setError] = useState<string>()
  const invite = useInvite()
  const mayLeave = useUnsaved(email !== "")
  const close = async () => {
    if (invite.isPending) return
    if (await mayLeave()) onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (invite.isPending) return
    const address = email.trim()
    const wrong = check(address)
    setError(wrong)
    if (wrong) return event.currentTarget.querySelector("input")?.focus()
    invite.mutate({ email: address, role }, { onSuccess: onClose })
  }

  return (
    <Dialog
      title="Invite user"
      size="narrow"
      onClose={() => void close()}
      footer={
        <FormFoot
          form="invite"
          action="Send invitation"
          pending={invite.isPending}
          pendingLabel="Sending..."
          onCancel={() => void close()}
        />
      }
    >
      <DialogBody>
        <form id="invite" noValidate onSubmit={submit} className="grid gap-5">
          <Field
            label="Email"
            hint="They get a mail with a link to choose a password."
            error={error}
          >
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="off"
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value)
                  setError(undefined)
                }}
              />
            )}
          </Field>
          <Field label="Role" hint={ROLES[role].may}>
            {(control) => (
              <Select
                {...control}
                value={role}
                onChange={(chosen) => setRole(chosen as Role)}
                options={ROLE_OPTIONS}
              />
            )}
          </Field>
        </form>
      </DialogBody>
    </Dialog>
  )
}

function check(address: string): string | undefined {
  if (!address) return "Email is required"
  if (!isEmail(address)) return "Please enter a valid email address."
}
