import { type FormEvent, useState } from "react"
import { isEmail } from "@/lib/rules"
import { Button } from "@/ui/button"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { LoginFrame } from "./login-frame"
import { forgot } from "./sign-in"

/** Asks for the address that a link for a new password goes to. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState("")
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const [isSent, setSent] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmail(email.trim())) return setError("Please enter a valid email address.")
    setPending(true)
    setSent(await forgot(email.trim()))
    setPending(false)
  }

  return (
    <LoginFrame title="Forgot password" text="We send you a link to choose a new one.">
      {isSent ? (
        <p role="status">
          If there is an account for {email.trim()} and this site can send mail, the link is on its
          way. If none arrives, ask an admin.
        </p>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-4.5">
          <Field label="Email" error={error}>
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="username"
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value)
                  setError(undefined)
                }}
                className="h-11.5 text-[15px]"
              />
            )}
          </Field>
          <Button
            type="submit"
            look="primary"
            size="lg"
            pending={pending}
            pendingLabel="Sending..."
          >
            Send link
          </Button>
        </form>
      )}
      <button
        type="button"
        className="text-link cursor-pointer justify-self-start py-1.5"
        onClick={onBack}
      >
        Back to sign in
      </button>
    </LoginFrame>
  )
}
