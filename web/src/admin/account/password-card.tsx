import { useQueryClient } from "@tanstack/react-query"
import { toast } from "@/lib/toast"
import { Card, CardHead } from "@/ui/card"
import { NewPasswordForm } from "../session/new-password-form"
import { useUser } from "../session/session"
import { changePassword, devices } from "./api"

export function PasswordCard() {
  const { email } = useUser()
  const client = useQueryClient()
  const submit = async (password: string, current: string) => {
    const refused = await changePassword(password, current)
    if (refused) return refused
    toast.success("Password changed", "Your other devices are signed out.")
    void client.invalidateQueries({ queryKey: devices.queryKey })
  }
  return (
    <Card aria-label="Password">
      <CardHead title="Password" />
      <div className="p-5">
        <p className="mb-4.5 text-ink-2">A change signs you out on your other devices.</p>
        <NewPasswordForm action="Change password" email={email} onSubmit={submit} />
      </div>
    </Card>
  )
}
