import { type FormEvent, useState } from "react"
import { toast } from "@/lib/toast"
import { CodeInput } from "@/ui/code-input"
import { Field } from "@/ui/field"
import { checkCode, prove } from "./second-factor"

/** A code that is being entered: of the given app, or of the only one there is. */
export function useCode(app: string | undefined, onProven: () => void | Promise<void>) {
  const [code, setCode] = useState("")
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    const field = event.currentTarget.querySelector("input")
    setPending(true)
    const wrong = checkCode(code) ?? (await prove(code, app))
    if (!wrong) await onProven()
    setPending(false)
    setError(wrong)
    if (!wrong) return
    setCode("")
    field?.focus()
    // A session that is over takes this screen with it.
    setTimeout(() => field?.isConnected || toast.error("Error", wrong))
  }

  const type = (typed: string) => {
    setCode(typed)
    setError(undefined)
  }
  return { code, type, error, pending, submit }
}

type Props = { entry: ReturnType<typeof useCode>; hint?: string }

export function CodeField({ entry, hint }: Props) {
  return (
    <Field label="Code" hint={hint} error={entry.error}>
      {(control) => <CodeInput {...control} autoFocus value={entry.code} onChange={entry.type} />}
    </Field>
  )
}
