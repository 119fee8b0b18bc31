import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { sentence } from "@/lib/fault"
import { counted, listed } from "@/lib/format"
import { call } from "@/lib/supabase"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { Notice } from "@/ui/notice"
import { isCancelled, useAskPassword } from "../session/ask-password"
import { type Everything, person, type Receipt } from "./api"
import { amounts } from "./words"

type Props = {
  email: string
  all: Everything
  onDone: (receipt: Receipt) => void
  onClose: () => void
}

/** Asks before somebody is erased; the address is typed, so that it is the right one. */
export function EraseDialog({ email, all, onDone, onClose }: Props) {
  const client = useQueryClient()
  const { confirmed, dialog } = useAskPassword()
  const [typed, setTyped] = useState("")
  const erase = useMutation({
    mutationFn: () => confirmed(() => call("erase_person", { email })),
    onSuccess: (receipt) => {
      onDone(receipt)
      client.removeQueries({ queryKey: person(email).queryKey })
      void client.invalidateQueries()
    },
  })
  const isTyped = typed.trim().toLowerCase() === email
  const refused =
    erase.error && !isCancelled(erase.error)
      ? sentence(erase.error, "Nothing was erased. Please try again.")
      : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped && !erase.isPending) erase.mutate()
  }
  const { length } = all.mentioned
  return (
    <>
      <Dialog
        title={`Erase ${email}?`}
        size="narrow"
        onClose={() => !erase.isPending && onClose()}
        footer={
          <>
            <Button onClick={onClose} disabled={erase.isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              form="erase-person"
              look="danger"
              disabled={!isTyped}
              pending={erase.isPending}
              pendingLabel="Erasing..."
            >
              Erase for good
            </Button>
          </>
        }
      >
        <DialogBody>
          <form id="erase-person" noValidate onSubmit={submit}>
            <p className="mb-4">{whatGoes(amounts(all))} This does not go to Trash.</p>
            <Notice
              calm
              text={`${length > 0 ? `${counted(length, "mention")} in what others wrote ${length === 1 ? "stays" : "stay"}; you get the list. ` : ""}Backups from before hold the data a while longer; the receipt says until when.`}
            />
            <Field label="Type the address to go on" error={refused}>
              {(control) => (
                <Input
                  {...control}
                  type="email"
                  autoComplete="off"
                  spellCheck={false}
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.target.value)
                    erase.reset()
                  }}
                />
              )}
            </Field>
          </form>
        </DialogBody>
      </Dialog>
      {dialog}
    </>
  )
}

const whatGoes = (rows: string[]) => {
  if (rows.length === 0) return "Nothing is stored by now; an import will skip the address."
  return `${listed(rows)} ${rows.length === 1 && rows[0]?.startsWith("1 ") ? "is" : "are"} erased now.`
}
