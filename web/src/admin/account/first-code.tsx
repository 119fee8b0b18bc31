import { type FormEvent, useState } from "react"
import { Button } from "@/ui/button"
import { CodeInput } from "@/ui/code-input"
import { DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { checkCode, prove } from "../session/second-factor"
import type { Enrolment } from "./enrol"

type Props = { enrolment: Enrolment; onCancel: () => void; onDone: () => void }

/** The second step: the app learns the secret and shows that it did. */
export function FirstCode({ enrolment, onCancel, onDone }: Props) {
  const [code, setCode] = useState("")
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.querySelector("input")
    setPending(true)
    const wrong = checkCode(code) ?? (await prove(code, enrolment.id))
    setPending(false)
    if (!wrong) return onDone()
    setError(wrong)
    setCode("")
    field?.focus()
  }

  return (
    <>
      <DialogBody>
        <div className="flex gap-6 max-md:flex-col max-md:items-center">
          <img
            src={enrolment.picture}
            alt="QR code for your authenticator app"
            className="thumb size-45"
          />
          <div className="grid min-w-0 flex-1 content-start gap-4.5">
            <p className="text-ink-2">
              Scan the picture with an authenticator app, then enter the code that the app shows.
            </p>
            <div>
              <p className="text-label text-ink-3">Or type this key into the app:</p>
              <p className="mt-1 text-[15px] font-medium tracking-wider tabular-nums select-all">
                {grouped(enrolment.secret)}
              </p>
            </div>
            <form id="first-code" noValidate onSubmit={submit}>
              <Field label="Code" error={error}>
                {(control) => (
                  <CodeInput
                    {...control}
                    autoFocus
                    value={code}
                    onChange={(typed) => {
                      setCode(typed)
                      setError(undefined)
                    }}
                  />
                )}
              </Field>
            </form>
          </div>
        </div>
      </DialogBody>
      <footer className="sheet-foot">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          form="first-code"
          look="primary"
          pending={pending}
          pendingLabel="Verifying..."
        >
          Turn on
        </Button>
      </footer>
    </>
  )
}

const grouped = (secret: string) => secret.replace(/.{4}(?=.)/g, "$& ")
