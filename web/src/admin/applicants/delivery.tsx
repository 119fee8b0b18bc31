import { useQuery } from "@tanstack/react-query"
import { MailState } from "@/ui/mail-state"
import { useResend } from "./act"
import { mailsTo } from "./api"

const LABELS = {
  confirmation: "Confirmation to the applicant",
  studio: "Notification to the studio",
}

/** How far the mails have come that the application caused, each with a way to send it again. */
export function Delivery({ id }: { id: number }) {
  const { data: mails, isError } = useQuery(mailsTo(id))
  const resend = useResend()
  if (!mails && !isError) return null
  return (
    <section aria-label="Mails" className="applicant-part">
      <h3>Mails</h3>
      {isError && (
        <p className="text-label text-ink-3">The state of the mails is not known right now.</p>
      )}
      <div className="grid gap-2.5">
        {(["confirmation", "studio"] as const).map((kind) => (
          <MailState
            key={kind}
            label={LABELS[kind]}
            mail={mails?.find((mail) => mail.kind === kind)}
            pending={resend.isPending && resend.variables?.kind === kind}
            onResend={() => resend.mutate({ id, kind })}
          />
        ))}
      </div>
    </section>
  )
}
