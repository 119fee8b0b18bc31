import { type FormEvent, useState } from "react"
import { Button } from "@/ui/button"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { PasswordInput } from "@/ui/password-input"
import { client } from "../session/session"
import { signIn } from "./sign-in"

type Props = {
  /** Whose password is asked for; without it, anyone's. */
  email?: string
  onDone: () => void
}

/** Email and password, on the login screen and in the dialog of a session that ended. */
export function CredentialsForm({ email: known, onDone }: Props) {
  const [email, setEmail] = useState(known ?? "")
  const [password, setPassword] = useState("")
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const missing = {
    email: tried && !email.trim() ? "Email is required" : undefined,
    password: tried && !password ? "Password is required" : undefined,
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (!email.trim() || !password) {
      const fields = event.currentTarget.elements
      ;(fields.namedItem(email.trim() ? "password" : "email") as HTMLElement | null)?.focus()
      return
    }
    setPending(true)
    const isIn = await signIn(email.trim(), password)
    setPending(false)
    if (isIn) onDone()
  }

  return (
    <form noValidate onFocus={prepare} onSubmit={submit} className="grid gap-4.5">
      <Field label="Email" error={missing.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            required
            value={email}
            readOnly={known !== undefined}
            onChange={(event) => setEmail(event.target.value)}
            className="h-11.5 text-[15px]"
          />
        )}
      </Field>
      <Field label="Password" error={missing.password}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" size="lg" pending={pending} pendingLabel="Signing in...">
        Sign in
      </Button>
    </form>
  )
}

// Whoever sends the form asks again for what did not come.
const prepare = () => void client().catch(() => {})
