import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { toast } from "@/lib/toast"
import { Dialog, DialogBody } from "@/ui/dialog"
import { FormFoot } from "@/ui/form-foot"
import { AppSelect } from "../session/app-select"
import { appCode, CodeField, useCode } from "../session/code-field"
import { makeCodes } from "../session/recovery-code"
import type { App } from "../session/second-factor"
import { CODES } from "./api"
import { KeepCodes } from "./keep-codes"

type Props = { apps: App[]; left: number; onClose: () => void }

/** Makes new recovery codes, after a code of the app. */
export function RenewDialog({ apps, left, onClose }: Props) {
  const [made, setMade] = useState<string[]>()
  const [chosen, setChosen] = useState<string>()
  const client = useQueryClient()
  const entry = useCode(appCode(chosen), async () => {
    try {
      setMade(await makeCodes())
    } catch {
      toast.error("Error", "The recovery codes could not be made. The old ones still work.")
    }
    void client.invalidateQueries({ queryKey: CODES })
  })
  return (
    <Dialog title="Recovery codes" size="narrow" onClose={onClose}>
      {made ? (
        <KeepCodes codes={made} onDone={onClose} />
      ) : (
        <>
          <DialogBody>
            <form id="renew-codes" noValidate onSubmit={entry.submit} className="grid gap-4.5">
              <p className="text-ink-2">
                Enter a code from your authenticator app to make ten new codes.
                {left > 0 && " The old ones end at that moment."}
              </p>
              <AppSelect apps={apps} chosen={chosen} onChoose={setChosen} />
              <CodeField entry={entry} />
            </form>
          </DialogBody>
          <footer className="sheet-foot">
            <FormFoot
              form="renew-codes"
              action="Make codes"
              pending={entry.pending}
              pendingLabel="Verifying..."
              onCancel={onClose}
            />
          </footer>
        </>
      )}
    </Dialog>
  )
}
