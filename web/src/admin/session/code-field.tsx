import { type FormEvent, useState } from "react"
import { toast } from "@/lib/toast"
import { CodeInput } from "@/ui/code-input"
import { Field } from "@/ui/field"
import { checkCode, prove } from "./second-factor"

type Kind = {
  check: (code: string) => string | undefined
  /** Resolves to what is wrong, or to nothing once the code was right. */
  send: (code: string) => Promise<string | undefined>
  /** Whether a wrong one is of no more use: the app shows another by now. */
  passes?: boolean
}

/** A code of the given app, or of the only one there is. */
export const appCode = (app?: string): Kind => ({
  check: checkCode,
  send: (code) => prove(code, app),
  passes: true,
})

/** A code that is being entered. */
export function useCode({ check, send, passes }: Kind, onProven: () => void | Promise<void>) {
  const [code, setCode] = useState("")
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    const field = event.currentTarget.querySelector("input")
    setPending(true)
    const wrong = check(code) ?? (await send(code))
    if (!wrong) await onProven()
    setPending(false)
    setError(wrong)
    if (!wrong) return
    if (passes) setCode("")
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
