import { Badge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { type Kind, type Letter, outcome, useMail, useResend } from "./mail"

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
        <LetterState
          key={kind}
          kind={kind}
          letter={letter(kind)}
          pending={resend.isPending && resend.variables?.kind === kind}
          onResend={() => resend.mutate({ id, kind })}
        />
      ))}
    </section>
  )
}

type Props = { kind: About; letter?: Letter; pending: boolean; onResend: () => void }

function LetterState({ kind, letter, pending, onResend }: Props) {
  const isSent = letter?.state === "sent"
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="min-w-0">
        <p className="text-label text-ink-3">{LABELS[kind]}</p>
        <p>
          <Badge
            look={
              isSent
                ? "on"
                : letter?.state === "given up" || letter?.state === "kept"
                  ? "warn"
                  : "plain"
            }
          >
            {letter ? outcome(letter) : "Not sent"}
          </Badge>
        </p>
        {letter?.last_error && (
          <p className="mt-1 text-label text-ink-3 wrap-anywhere">{letter.last_error}</p>
        )}
      </div>
      <Button
        size="sm"
        pending={pending}
        pendingLabel="Sending..."
        disabled={letter?.state === "sending"}
        onClick={onResend}
        aria-label={`${letter ? "Resend" : "Send"}: ${LABELS[kind]}`}
      >
        {letter ? "Resend" : "Send"}
      </Button>
    </div>
  )
}
