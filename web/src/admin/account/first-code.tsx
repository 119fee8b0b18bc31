import { DialogBody } from "@/ui/dialog"
import { FormFoot } from "@/ui/form-foot"
import { appCode, CodeField, useCode } from "../session/code-field"
import type { Enrolment } from "./enrol"

type Props = { enrolment: Enrolment; onCancel: () => void; onDone: () => Promise<void> }

/** The second step: the app learns the secret and shows that it did. */
export function FirstCode({ enrolment, onCancel, onDone }: Props) {
  const entry = useCode(appCode(enrolment.id), onDone)
  return (
    <>
      <DialogBody>
        <div className="flex gap-6 max-md:flex-col max-md:items-center">
          <img
            src={enrolment.picture}
            alt="QR code for your authenticator app"
            className="thumb size-45"
          />
          <div className="grid min-w-0 flex-1 content-start gap-4.5">
            <p className="text-ink-2">
              Scan the picture with an authenticator app, then enter the code that the app shows.
            </p>
            <div>
              <p className="text-label text-ink-3">Or type this key into the app:</p>
              <p className="mt-1 text-[15px] font-medium tracking-wider tabular-nums select-all">
                {grouped(enrolment.secret)}
              </p>
            </div>
            <form id="first-code" noValidate onSubmit={entry.submit}>
              <CodeField entry={entry} />
            </form>
          </div>
        </div>
      </DialogBody>
      <footer className="sheet-foot">
        <FormFoot
          form="first-code"
          action="Turn on"
          pending={entry.pending}
          pendingLabel="Verifying..."
          onCancel={onCancel}
        />
      </footer>
    </>
  )
}

const grouped = (secret: string) => secret.replace(/.{4}(?=.)/g, "$& ")
