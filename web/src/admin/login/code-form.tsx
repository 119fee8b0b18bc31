import { type FormEvent, useEffect, useRef, useState } from "react"
import { Button } from "@/ui/button"
import { CodeInput } from "@/ui/code-input"
import { Field } from "@/ui/field"
import { Select } from "@/ui/select"
import { type App, apps, checkCode, prove } from "../session/second-factor"

type Props = {
  /** Called once the code was right. */
  onProven: () => Promise<void>
  /** Back to the password. */
  onBack: () => void
}

/** The second step of signing in: the code from the authenticator app. */
export default function CodeForm({ onProven, onBack }: Props) {
  const [known, setKnown] = useState<App[]>([])
  const [chosen, setChosen] = useState<string>()
  const [code, setCode] = useState("")
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    // Without an answer there is no choice to offer; the code asks again.
    void apps().then(setKnown, () => {})
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setPending(true)
    const wrong = checkCode(code) ?? (await prove(code, chosen))
    if (!wrong) await onProven()
    setPending(false)
    setError(wrong)
    if (!wrong) return
    setCode("")
    form.current?.querySelector("input")?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4.5">
      {known.length > 1 && (
        <Field label="Authenticator app">
          {(control) => (
            <Select
              {...control}
              value={chosen ?? known[0]?.id ?? ""}
              onChange={setChosen}
              options={known.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
      )}
      <Field label="Code" hint="Six digits, new every 30 seconds." error={error}>
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
      <Button type="submit" look="primary" size="lg" pending={pending} pendingLabel="Verifying...">
        Verify
      </Button>
      <p className="text-ink-2">Lost the app? An administrator can reset your second factor.</p>
      <button
        type="button"
        className="text-link cursor-pointer justify-self-start py-1.5"
        onClick={onBack}
      >
        Start again
      </button>
    </form>
  )
}
