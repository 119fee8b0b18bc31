import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { auth } from "@/lib/auth"
import { toast } from "@/lib/toast"
import { Dialog } from "@/ui/dialog"
import { codesLeft, makeCodes } from "../session/recovery-code"
import { CODES, devices, FACTORS } from "./api"
import { AppName } from "./app-name"
import type { Enrolment } from "./enrol"
import { FirstCode } from "./first-code"
import { KeepCodes } from "./keep-codes"

type Props = { taken: string[]; onClose: () => void }

/** Sets up an authenticator app: name it, scan the picture, enter the first code, keep the recovery codes. */
export function EnrolDialog({ taken, onClose }: Props) {
  const [begun, setBegun] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()
  const isOn = useRef(false)
  const client = useQueryClient()
  const giveUp = () => {
    // Nothing depends on an enrolment that was not finished; the server forgets it in time too.
    if (begun && !isOn.current) void auth.mfa.unenroll({ factorId: begun.id })
    onClose()
  }
  const done = async () => {
    isOn.current = true
    toast.success("Second factor on", "You are asked for a code when you sign in.")
    try {
      // With another app before this one, the codes on paper stay good.
      if ((await codesLeft()).left === 0) setCodes(await makeCodes())
      else onClose()
    } catch {
      toast.error("Error", "The recovery codes could not be made. You can make them in a moment.")
      onClose()
    }
    for (const queryKey of [FACTORS, devices.queryKey, CODES])
      void client.invalidateQueries({ queryKey })
  }
  return (
    <Dialog
      title={codes ? "Recovery codes" : "Add authenticator app"}
      size="narrow"
      onClose={giveUp}
    >
      {codes ? (
        <KeepCodes codes={codes} onDone={onClose} />
      ) : begun ? (
        <FirstCode enrolment={begun} onCancel={giveUp} onDone={done} />
      ) : (
        <AppName taken={taken} onCancel={onClose} onDone={setBegun} />
      )}
    </Dialog>
  )
}
