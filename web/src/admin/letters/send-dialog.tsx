import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { queryOf } from "@/lib/document"
import { type Letter, site } from "@/lib/documents.gen"
import { counted, fullMoment, inputIn, momentIn, momentOf } from "@/lib/format"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { Notice } from "@/ui/notice"
import { Segment } from "@/ui/segment"
import { Loaded } from "../document/loaded"
import { audience, useSend } from "./api"
import { Checks } from "./checks"
import { leftOut } from "./left-out"

type Props = { letter: Letter; onEdit: () => void; onSent: () => void; onClose: () => void }

/** Asks once more before a letter goes out, with who gets it and who does not. */
export function SendDialog({ letter, onEdit, onSent, onClose }: Props) {
  const query = useQuery(audience(letter.audience))
  const zone = useQuery(queryOf(site)).data?.time_zone ?? "UTC"
  const send = useSend()
  const isAgain = letter.status === "scheduled"
  const [when, setWhen] = useState<"now" | "later">(isAgain ? "later" : "now")
  const [typed, setTyped] = useState<string>()
  const at = typed ?? (isAgain && letter.scheduled_at ? inputIn(letter.scheduled_at, zone) : "")
  const moment = when === "later" ? momentOf(at, zone) : Number.NaN
  const isLater = !Number.isNaN(moment)
  const people = query.data ? counted(query.data.recipients, "person", "people") : "…"
  const isReady = !!query.data?.mailed && !query.data.test_email && query.data.recipients > 0
  const submit = () =>
    send.mutate(
      {
        id: letter.id,
        version: letter.version,
        ...(isLater && { at: new Date(moment).toISOString() }),
      },
      {
        onSuccess: () => {
          onClose()
          onSent()
        },
      },
    )
  return (
    <Dialog title={`Send to ${people}?`} size="narrow" onClose={onClose}>
      <DialogBody>
        <Loaded query={query} failed={{ text: "Who gets it could not be loaded." }}>
          {(who) => (
            <div className="grid gap-4.5">
              {!who.mailed && <Notice text="Mail reaches nobody. Writing works, sending waits." />}
              {who.test_email && (
                <Notice
                  text={`Mail is in test mode. Letters would go to ${who.test_email} only, so sending waits.`}
                />
              )}
              <dl className="grid grid-cols-[6rem_1fr] gap-x-4 gap-y-2">
                <dt className="text-ink-3">Subject</dt>
                <dd className="wrap-anywhere">{letter.subject}</dd>
                <dt className="text-ink-3">From</dt>
                <dd className="wrap-anywhere">{who.from}</dd>
                <dt className="text-ink-3">Gets it</dt>
                <dd>
                  {letter.audience === "jobs"
                    ? `${people} who asked to hear of jobs`
                    : counted(who.recipients, "confirmed address", "confirmed addresses")}
                </dd>
                <dt className="text-ink-3">Left out</dt>
                <dd>{leftOut(who)}</dd>
              </dl>
              <Segment
                label="When"
                value={when}
                onChange={setWhen}
                choices={[
                  { value: "now", label: "Send now" },
                  { value: "later", label: "Schedule" },
                ]}
              />
              {when === "later" && (
                <Field label="Date and time" hint={zoneHint(moment, zone)}>
                  {(control) => (
                    <Input
                      {...control}
                      type="datetime-local"
                      value={at}
                      onChange={(event) => setTyped(event.target.value)}
                    />
                  )}
                </Field>
              )}
              <Checks letter={letter} onEdit={onEdit} />
              {when === "now" && (
                <p className="text-label text-ink-3">
                  Sending starts after {counted(who.delay, "second")}. Until then you can stop it
                  and nobody gets it.
                </p>
              )}
            </div>
          )}
        </Loaded>
      </DialogBody>
      <footer className="sheet-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          disabled={!isReady || (when === "later" && !isLater)}
          pending={send.isPending}
          pendingLabel="Sending..."
          onClick={submit}
        >
          {isLater ? `Schedule for ${momentIn(moment, zone)}` : `Send to ${people}`}
        </Button>
      </footer>
    </Dialog>
  )
}

function zoneHint(moment: number, zone: string): string {
  const isElsewhere = !Number.isNaN(moment) && fullMoment(moment) !== momentIn(moment, zone)
  return isElsewhere
    ? `Time of ${zone}. Where you are it is ${fullMoment(moment)}.`
    : `Time of ${zone}.`
}
