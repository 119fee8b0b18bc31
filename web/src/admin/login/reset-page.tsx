import type { EmailOtpType } from "@supabase/auth-js"
import { type FormEvent, useEffect, useState } from "react"
import { auth } from "@/lib/auth"
import { navigate } from "@/lib/location"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { Field } from "@/ui/field"
import { PasswordInput } from "@/ui/password-input"
import { admit } from "../session/session"
import { Door } from "./door"

const SHORTEST = 12

/** Where the links of recovery and invitation mails lead: choose a password, then go in. */
export default function ResetPage() {
  const [password, setPassword] = useState("")
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const [link] = useState(() => new URLSearchParams(location.search))
  const isInvitation = link.get("type") === "invite"
  useEffect(() => {
    document.title = "Choose a password | Vitrine admin"
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if ([...password].length < SHORTEST) return setError(`Use at least ${SHORTEST} characters.`)
    setPending(true)
    setError(await choose(link, password))
    setPending(false)
  }

  return (
    <Door
      title={isInvitation ? "Welcome" : "New password"}
      text="Choose a password for the back-office."
    >
      <form noValidate onSubmit={submit} className="grid gap-4.5">
        <Field label="New password" hint={`At least ${SHORTEST} characters.`} error={error}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <Button type="submit" look="primary" size="lg" pending={pending} pendingLabel="Saving...">
          Save password
        </Button>
      </form>
      <a href="/admin/login" className="text-link justify-self-start py-1.5">
        Back to sign in
      </a>
    </Door>
  )
}

// A link works once, so it is spent when the password is sent, not when the mail program looks at it.
let verified = false

async function choose(link: URLSearchParams, password: string): Promise<string | undefined> {
  try {
    if (!verified) {
      const type = (link.get("type") ?? "recovery") as EmailOtpType
      const { error } = await auth.verifyOtp({ token_hash: link.get("token_hash") ?? "", type })
      if (error) return "This link is no longer valid. Ask for a new one."
      verified = true
    }
    const { data, error } = await auth.updateUser({ password })
    if (error) return error.message
    toast.success("Password saved", "You are signed in.")
    await admit(data.user.id, data.user.email ?? "")
    await navigate("/admin", { replace: true })
  } catch {
    return "An unexpected error occurred."
  }
}
