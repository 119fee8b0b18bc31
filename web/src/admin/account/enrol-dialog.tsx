import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { auth } from "@/lib/auth"
import { toast } from "@/lib/toast"
import { Dialog } from "@/ui/dialog"
import { devices, FACTORS } from "./api"
import { AppName } from "./app-name"
import type { Enrolment } from "./enrol"
import { FirstCode } from "./first-code"

type Props = { taken: string[]; onClose: () => void }

/** Sets up an authenticator app: name it, scan the picture, enter the first code. */
export function EnrolDialog({ taken, onClose }: Props) {
  const [begun, setBegun] = useState<Enrolment>()
  const client = useQueryClient()
  const giveUp = () => {
    // Nothing depends on an enrolment that was not finished; the server forgets it in time too.
    if (begun) void auth.mfa.unenroll({ factorId: begun.id })
    onClose()
  }
  const done = () => {
    toast.success("Second factor on", "You are asked for a code when you sign in.")
    for (const queryKey of [FACTORS, devices.queryKey]) void client.invalidateQueries({ queryKey })
    onClose()
  }
  return (
    <Dialog title="Add authenticator app" size="narrow" onClose={giveUp}>
      {begun ? (
        <FirstCode enrolment={begun} onCancel={giveUp} onDone={done} />
      ) : (
        <AppName taken={taken} onCancel={onClose} onDone={setBegun} />
      )}
    </Dialog>
  )
}
