import { useState } from "react"
import { Button } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { useUser } from "../session/session"
import { useStaff } from "../session/staff"
import { useSetName } from "./api"

/** What colleagues read beside what one did. */
export function NameCard() {
  const { id, email } = useUser()
  const { data: staff } = useStaff()
  const [typed, setTyped] = useState<string>()
  const save = useSetName()
  const stored = staff?.find((one) => one.id === id)?.name ?? ""
  const name = (typed ?? stored).trim()
  const isSame = name === stored
  return (
    <Card aria-label="Your name">
      <CardHead title="Your name" />
      <form
        className="flex flex-wrap items-end gap-3 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSame && !save.isPending)
            save.mutate(name, { onSuccess: () => setTyped(undefined) })
        }}
      >
        <p className="basis-full text-ink-2">
          Your colleagues read it in History and Activity. Without one they read {email}.
        </p>
        <Field label="Name" className="flex-1 basis-60">
          {(control) => (
            <Input
              {...control}
              maxLength={300}
              autoComplete="name"
              value={typed ?? stored}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          disabled={!staff || isSame}
          pending={save.isPending}
          pendingLabel="Saving..."
        >
          Save name
        </Button>
      </form>
    </Card>
  )
}
