import { useMutation } from "@tanstack/react-query"
import { CircleCheck, CircleX, Send } from "lucide-react"
import { sentence } from "@/lib/fault"
import { feedMoment } from "@/lib/format"
import { call } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { useUser } from "../session/session"
import type { Setup, Trial } from "./api"

type Props = {
  now: Setup
  look?: "primary" | "secondary"
  /** What is typed is not what the test would use. */
  isUnsaved?: boolean
  children?: React.ReactNode
}

/** Sends a mail to whoever presses the button, and shows what the server said. */
export function Test({ now, look = "secondary", isUnsaved, children }: Props) {
  const { email } = useUser()
  const trial = useMutation({
    mutationFn: async () => ({ ...(await call("test_mail", {})), at: Date.now() }),
    onError: (error) => toast.error("Error", sentence(error, "The test could not be sent.")),
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {children}
        <Button
          look={look}
          disabled={!now.mailed || isUnsaved}
          pending={trial.isPending}
          pendingLabel="Sending..."
          onClick={() => trial.mutate()}
        >
          <Send aria-hidden="true" /> Send a test to yourself
        </Button>
        <span className="text-label text-ink-3">
          {isUnsaved && now.mailed
            ? "Save first: the test uses what is saved."
            : `Goes to ${now.test_email || email}.`}
        </span>
      </div>
      <div aria-live="polite">{trial.data && <Outcome of={trial.data} host={now.host} />}</div>
    </>
  )
}

function Outcome({ of, host }: { of: Trial & { at: number }; host: string }) {
  const [title, text] = {
    taken: [
      "The server took the test.",
      `Taken is not yet arrived: look for “${of.subject}” at ${of.to}, in spam too.`,
    ],
    refused: ["The server refused the test.", "Its own words are below."],
    silent: [`No answer from ${host}.`, "Is the port right, and open?"],
  }[of.outcome]
  const Icon = of.outcome === "taken" ? CircleCheck : CircleX
  return (
    <div className="mt-1 border-t border-line pt-4.5">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <Icon
          aria-hidden="true"
          className={of.outcome === "taken" ? "size-4 text-edge" : "size-4 text-danger"}
        />
        {title}
        <span className="ml-auto text-label font-normal text-ink-3">{feedMoment(of.at)}</span>
      </p>
      <p className="mt-1 text-ink-2 wrap-anywhere">{text}</p>
      <Said lines={[of.server, of.answer]} />
    </div>
  )
}

/** What a machine said, to the letter. */
export function Said({ lines }: { lines: string[] }) {
  return (
    <pre className="mt-2.5 overflow-x-auto rounded-control bg-sunken px-3.5 py-2.5 font-mono text-label whitespace-pre-wrap wrap-anywhere">
      {lines.filter(Boolean).join("\n")}
    </pre>
  )
}
