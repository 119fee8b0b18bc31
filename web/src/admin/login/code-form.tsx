import { useEffect, useState } from "react"
import { Button } from "@/ui/button"
import { Field } from "@/ui/field"
import { Select } from "@/ui/select"
import { CodeField, useCode } from "../session/code-field"
import { type App, apps } from "../session/second-factor"

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
  const entry = useCode(chosen, onProven)

  useEffect(() => {
    // Without an answer there is no choice to offer; the code asks again.
    void apps().then(setKnown, () => {})
  }, [])

  return (
    <form noValidate onSubmit={entry.submit} className="grid gap-4.5">
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
      <CodeField entry={entry} hint="Six digits, new every 30 seconds." />
      <Button
        type="submit"
        look="primary"
        size="lg"
        pending={entry.pending}
        pendingLabel="Verifying..."
      >
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
