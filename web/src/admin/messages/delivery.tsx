import { MailState } from "@/ui/mail-state"
import { type Kind, useMail, useResend } from "./mail"

type About = Exclude<Kind, "reply">

const LABELS: Record<About, string> = {
  studio: "Notification to the studio",
  confirmation: "Confirmation to the sender",
}

/** How far the letters about a message have come, each with a way to send it again. */
export function Delivery({ id }: { id: number }) {
  const mail = useMail([id])
  const resend = useResend()
  if (mail.isError)
    return <p className="text-label text-ink-3">The state of the mails is not known right now.</p>
  if (!mail.data) return null
  const letter = (kind: About) =>
    mail.data.find((found) => found.kind === kind && found.message_id === id)
  return (
    <section aria-label="Mails" className="mt-5 grid gap-2.5 border-t border-line pt-4">
      {(Object.keys(LABELS) as About[]).map((kind) => (
        <MailState
          key={kind}
          label={LABELS[kind]}
          mail={letter(kind)}
          pending={resend.isPending && resend.variables?.kind === kind}
          onResend={() => resend.mutate({ id, kind })}
        />
      ))}
    </section>
  )
}
