import { useState } from "react"
import { counted } from "@/lib/format"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import type { Application, Outcome } from "./stages"

type Props = {
  rows: Application[]
  onChoose: (outcome: Outcome) => void
  onClose: () => void
}

const ENDS: [Outcome, string, string?][] = [
  ["hired", "Hired"],
  ["rejected", "We said no", "A mail is prepared. It goes when you send it."],
  ["withdrawn", "They withdrew"],
  ["", "Not said"],
]

/** Asks how it ended, before an application is closed. */
export function CloseDialog({ rows, onChoose, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome>(rows[0]?.outcome || "hired")
  const who = rows.length === 1 ? rows[0]?.name : counted(rows.length, "applicant")
  return (
    <Dialog
      title={`How did it end for ${who}?`}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <Button className="foot-cancel" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" onClick={() => onChoose(outcome)}>
            Move to Closed
          </Button>
        </>
      }
    >
      <DialogBody>
        <fieldset className="grid gap-2">
          <legend className="sr-only">How it ended</legend>
          {ENDS.map(([value, label, note]) => (
            <label key={label} className="flex cursor-pointer items-start gap-2.5 py-1.5">
              <input
                type="radio"
                name="outcome"
                className="mt-0.75 size-4 accent-edge"
                checked={value === outcome}
                onChange={() => setOutcome(value)}
              />
              <span>
                <span className="font-medium">{label}</span>
                {note && <span className="block text-label text-ink-3">{note}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      </DialogBody>
    </Dialog>
  )
}
