import { type FormEvent, useState } from "react"
import { DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { FormFoot } from "@/ui/form-foot"
import { Input } from "@/ui/input"
import { checkName, type Enrolment, enrol, freeName } from "./enrol"

type Props = { taken: string[]; onCancel: () => void; onDone: (enrolment: Enrolment) => void }

/** The first step: what to call the app in the list. */
export function AppName({ taken, onCancel, onDone }: Props) {
  const [name, setName] = useState(() => freeName(taken))
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = name.trim()
    const wrong = checkName(typed, taken)
    if (wrong) return setError(wrong)
    setPending(true)
    const begun = await enrol(typed)
    setPending(false)
    if (typeof begun === "string") setError(begun)
    else onDone(begun)
  }

  return (
    <>
      <DialogBody>
        <form id="app-name" noValidate onSubmit={submit}>
          <Field
            label="Name"
            hint="To tell your apps apart, such as the phone it is on."
            error={error}
          >
            {(control) => (
              <Input
                {...control}
                value={name}
                onChange={(event) => {
                  setName(event.target.value)
                  setError(undefined)
                }}
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <footer className="sheet-foot">
        <FormFoot
          form="app-name"
          action="Continue"
          pending={pending}
          pendingLabel="Preparing..."
          onCancel={onCancel}
        />
      </footer>
    </>
  )
}
