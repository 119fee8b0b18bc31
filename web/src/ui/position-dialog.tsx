import { type FormEvent, useState } from "react"
import { Dialog, DialogBody } from "./dialog"
import { Field } from "./field"
import { FormFoot } from "./form-foot"
import { Input } from "./input"

type Props = {
  name: string
  at: number
  of: number
  onMove: (to: number) => void
  onClose: () => void
}

/** Asks for the place of a row, counted from 1. */
export function PositionDialog({ name, at, of, onMove, onClose }: Props) {
  const [typed, setTyped] = useState(String(at))
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // It is laid over a form, which is not to be saved by this.
    event.stopPropagation()
    const to = Number(typed)
    if (!Number.isInteger(to) || to < 1 || to > of) return setError(`A number from 1 to ${of}.`)
    onMove(to)
    onClose()
  }
  return (
    <Dialog
      title={`Move ${name}`}
      size="narrow"
      onClose={onClose}
      footer={<FormFoot form="position" action="Move" onCancel={onClose} />}
    >
      <DialogBody>
        <form id="position" noValidate onSubmit={submit}>
          <Field label="Position" hint={`1 comes first, ${of} last.`} error={error}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                max={of}
                className="w-24"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        </form>
      </DialogBody>
    </Dialog>
  )
}
