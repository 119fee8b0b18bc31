import { type FormEvent, useState } from "react"
import { isEmail } from "@/lib/rules"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { Input } from "@/ui/input"
import { focusHead } from "@/ui/return-focus"
import { type Subscriber, useChangeEmail } from "./api"
import type { Edit } from "./use-edit"

type Props = { edit: Edit; of: Subscriber; stacked?: boolean }

/** Changes an address in its place: Enter saves, Esc cancels. */
export function EmailEdit({ edit, of, stacked = false }: Props) {
  const [isWrong, setWrong] = useState(false)
  const close = () => {
    edit.stop(of)
    returnFocus(of)
  }
  const change = useChangeEmail(() => {
    edit.saved(of)
    returnFocus(of)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const email = edit.typed.trim()
    if (!isEmail(email)) {
      setWrong(true)
      toast.error("Invalid email", "Please enter a valid email address.")
      return
    }
    if (email === of.email) return close()
    change.mutate({ of, email })
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
          // A recovered address comes by itself, maybe while someone types elsewhere.
          if (input && !input.dataset.ready && edit.recovered === undefined) {
            input.dataset.ready = "true"
            input.focus()
            input.select()
          }
        }}
        value={edit.typed}
        readOnly={change.isPending}
        className={stacked ? "" : "max-w-90 max-md:max-w-none"}
        onChange={(event) => {
          edit.type(event.target.value)
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

const returnFocus = ({ id }: Subscriber) =>
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const button = document.querySelector<HTMLElement>(`[data-edit="${id}"]`)
    if (button) button.focus()
    else focusHead()
  })
