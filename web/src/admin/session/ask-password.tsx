import { type FormEvent, useState } from "react"
import { faultOf, sentence } from "@/lib/fault"
import { call } from "@/lib/supabase"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { FormFoot } from "@/ui/form-foot"
import { PasswordInput } from "@/ui/password-input"
import { useUser } from "./session"

const isAsked = (error: unknown) => faultOf(error)?.message === "reauthentication_needed"

class Cancelled extends Error {}

/** A person who was asked for the password and closed the dialog. */
export const isCancelled = (error: unknown) => error instanceof Cancelled

/**
 * Runs what the server does only shortly after a sign-in: where that is a while ago, the password
 * is asked for, and it runs again.
 */
export function useAskPassword() {
  const [asked, setAsked] = useState<{ go: () => void; stop: () => void }>()
  async function confirmed<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run()
    } catch (error) {
      if (!isAsked(error)) throw error
    }
    await new Promise<void>((go, refuse) => setAsked({ go, stop: () => refuse(new Cancelled()) }))
    return run()
  }
  const dialog = asked && (
    <AskPassword
      onDone={() => {
        setAsked(undefined)
        asked.go()
      }}
      onClose={() => {
        setAsked(undefined)
        asked.stop()
      }}
    />
  )
  return { confirmed, dialog }
}

function AskPassword({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { email } = useUser()
  const [password, setPassword] = useState("")
  const [wrong, setWrong] = useState<string>()
  const [pending, setPending] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!password) return setWrong("Enter your current password.")
    setPending(true)
    try {
      await call("confirm_password", { current_password: password })
      onDone()
    } catch (error) {
      setWrong(sentence(error, "The password could not be checked. Please try again."))
      setPending(false)
    }
  }
  return (
    <Dialog title="Your password, once more" size="narrow" onClose={onClose}>
      <DialogBody>
        <form id="ask-password" noValidate onSubmit={submit} className="grid gap-4.5">
          <p className="text-ink-2">You signed in a while ago. Is it still you?</p>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Field label="Current password" error={wrong}>
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                value={password}
                onChange={(event) => {
                  setPassword(event.target.value)
                  setWrong(undefined)
                }}
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <footer className="sheet-foot">
        <FormFoot
          form="ask-password"
          action="Go on"
          pending={pending}
          pendingLabel="Checking..."
          onCancel={onClose}
        />
      </footer>
    </Dialog>
  )
}
