import { type FormEvent, useState } from "react"
import { isEmail } from "@/lib/rules"
import { toast } from "@/lib/toast"
import { useUnsaved } from "@/lib/unsaved"
import { Button } from "@/ui/button"
import { Input } from "@/ui/input"
import { type Subscriber, useChangeEmail } from "./api"

type Props = { subscriber: Subscriber; stacked?: boolean; onDone: () => void }

/** Changes an address in its place: Enter saves, Esc cancels. */
export function EmailEdit({ subscriber, stacked = false, onDone }: Props) {
  const [email, setEmail] = useState(subscriber.email)
  const [isWrong, setWrong] = useState(false)
  const change = useChangeEmail()
  useUnsaved(email !== subscriber.email)

  const close = () => {
    onDone()
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-edit="${subscriber.id}"]`)?.focus(),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = email.trim()
    if (!isEmail(typed)) {
      setWrong(true)
      toast.error("Invalid email", "Please enter a valid email address.")
      return
    }
    if (typed === subscriber.email) return close()
    change.mutate({ id: subscriber.id, email: typed }, { onSuccess: close })
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className={
        stacked
          ? "grid gap-2.5"
          : "flex w-full items-center justify-between gap-4 max-md:flex-col max-md:items-stretch"
      }
    >
      <Input
        type="email"
        aria-label="Email"
        aria-invalid={isWrong || undefined}
        ref={(input) => {
          if (input && !input.dataset.ready) {
            input.dataset.ready = "true"
            input.focus()
            input.select()
          }
        }}
        value={email}
        className={stacked ? "" : "max-w-90 max-md:max-w-none"}
        onChange={(event) => {
          setEmail(event.target.value)
          setWrong(false)
        }}
        onKeyDown={(event) => event.key === "Escape" && close()}
      />
      <div className="flex justify-end gap-1.5">
        <Button size="sm" onClick={close}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="sm"
          look="primary"
          pending={change.isPending}
          pendingLabel="Saving..."
        >
          Save
        </Button>
      </div>
    </form>
  )
}
