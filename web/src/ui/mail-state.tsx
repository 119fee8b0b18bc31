import { type Outcome, outcome } from "@/lib/mail-outcome"
import { Badge } from "./badge"
import { Button } from "./button"

type Props = { label: string; mail?: Outcome; pending: boolean; onResend: () => void }

/** How far a mail has come and why no further, with a way to send it again. */
export function MailState({ label, mail, pending, onResend }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="min-w-0">
        <p className="text-label text-ink-3">{label}</p>
        <p>
          <Badge look={lookOf(mail)}>{mail ? outcome(mail) : "Not sent"}</Badge>
        </p>
        {mail?.last_error && (
          <p className="mt-1 text-label text-ink-3 wrap-anywhere">{mail.last_error}</p>
        )}
      </div>
      <Button
        size="sm"
        pending={pending}
        pendingLabel="Sending..."
        disabled={mail?.state === "sending"}
        onClick={onResend}
        aria-label={`${mail ? "Resend" : "Send"}: ${label}`}
      >
        {mail ? "Resend" : "Send"}
      </Button>
    </div>
  )
}

function lookOf(mail?: Outcome): "on" | "warn" | "plain" {
  if (mail?.state === "sent") return "on"
  return mail?.state === "given up" || mail?.state === "kept" ? "warn" : "plain"
}
