import { type FormEvent, useRef, useState } from "react"
import { useUnsaved } from "@/lib/unsaved"
import { Button } from "@/ui/button"
import { Field } from "@/ui/field"
import { PasswordInput } from "@/ui/password-input"
import { checkPassword, SHORTEST } from "./password"

type Props = {
  action: string
  size?: "md" | "lg"
  /** Whose password it is, for the browser's own keeper of passwords. */
  email?: string
  /** Resolves to what is wrong with the password, or to nothing when it is stored. */
  onSubmit: (password: string) => Promise<string | undefined>
}

/** Asks for a new password and says what is wrong with it. */
export function NewPasswordForm({ action, size, email, onSubmit }: Props) {
  const [password, setPassword] = useState("")
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(email !== undefined && password !== "")

  async function submit(event: FormEvent) {
    event.preventDefault()
    let wrong = checkPassword(password)
    if (!wrong) {
      setPending(true)
      wrong = await onSubmit(password)
      setPending(false)
    }
    setError(wrong)
    if (wrong) form.current?.querySelector<HTMLElement>("[name=password]")?.focus()
    else if (email !== undefined) setPassword("")
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4.5">
      {email !== undefined && (
        <input type="email" autoComplete="username" value={email} readOnly hidden />
      )}
      <Field label="New password" hint={`At least ${SHORTEST} characters.`} error={error}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setError(undefined)
            }}
          />
        )}
      </Field>
      <Button
        type="submit"
        look="primary"
        size={size}
        className={size === "lg" ? undefined : "md:justify-self-start"}
        pending={pending}
        pendingLabel="Saving..."
      >
        {action}
      </Button>
    </form>
  )
}
