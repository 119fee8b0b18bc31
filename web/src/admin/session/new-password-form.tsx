import { type FormEvent, useRef, useState } from "react"
import { useUnsaved } from "@/lib/unsaved"
import { Button } from "@/ui/button"
import { Field } from "@/ui/field"
import { PasswordInput } from "@/ui/password-input"
import { checkPassword, SHORTEST } from "./password"

/** What is wrong with the new password, or with the current one. */
export type Wrong = string | { current: string }

type Props = {
  action: string
  size?: "md" | "lg"
  /** Who changes their password and so gives the current one; nobody on the page of a link, which came by mail. */
  email?: string
  /** Resolves to what is wrong, or to nothing when the password is stored. */
  onSubmit: (password: string, current: string) => Promise<Wrong | undefined>
}

/** Asks for a new password and says what is wrong with it. */
export function NewPasswordForm({ action, size, email, onSubmit }: Props) {
  const [current, setCurrent] = useState("")
  const [password, setPassword] = useState("")
  const [wrong, setWrong] = useState<Wrong>()
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const asks = email !== undefined
  useUnsaved(asks && (password !== "" || current !== ""))

  function check(): Wrong | undefined {
    if (asks && !current) return { current: "Enter your current password." }
    return checkPassword(password)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    let found = check()
    if (!found) {
      setPending(true)
      found = await onSubmit(password, current)
      setPending(false)
    }
    setWrong(found)
    if (found) {
      const name = typeof found === "string" ? "password" : "current-password"
      form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
    } else if (asks) {
      setPassword("")
      setCurrent("")
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4.5">
      {asks && (
        <>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Field
            label="Current password"
            error={typeof wrong === "object" ? wrong.current : undefined}
          >
            {(control) => (
              <PasswordInput
                {...control}
                name="current-password"
                autoComplete="current-password"
                value={current}
                onChange={(event) => {
                  setCurrent(event.target.value)
                  setWrong(undefined)
                }}
              />
            )}
          </Field>
        </>
      )}
      <Field
        label="New password"
        hint={`At least ${SHORTEST} characters.`}
        error={typeof wrong === "string" ? wrong : undefined}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setWrong(undefined)
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
