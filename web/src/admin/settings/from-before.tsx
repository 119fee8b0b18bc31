import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { MailQuestionMark } from "lucide-react"
import { useState } from "react"
import type { Site } from "@/lib/documents.gen"
import { sentence } from "@/lib/fault"
import { counted, number } from "@/lib/format"
import { mailMode } from "@/lib/mail-mode"
import { call } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { Confirm } from "@/ui/confirm"
import { useVoice } from "../document/voice"

const notAsked = queryOptions({
  queryKey: ["newsletter_subscriptions", "not asked"],
  queryFn: async () => (await call("ask_again", { dry_run: true })).asked,
})

/** Those who signed up before consent was recorded, and the mail that asks them. */
export function FromBefore({ site }: { site: Site }) {
  const { data: waiting } = useQuery(notAsked)
  const { data: mode } = useQuery(mailMode)
  const [isAsking, setAsking] = useState(false)
  const leaves = mode?.mailed && !mode.test_email
  return (
    <Card aria-label="People from before">
      <CardHead title="People from before" />
      <div className="grid gap-4.5 p-5">
        <p className="text-ink-2">
          {waiting === undefined
            ? "Who signed up before consent was recorded gets letters, as until now."
            : waiting === 0
              ? "Nobody is left to ask: everybody’s consent is recorded, or they were asked."
              : `${counted(waiting, "person", "people")} signed up before consent was recorded. They get letters, as until now.`}
        </p>
        <dl className="grid gap-x-6 sm:grid-cols-[10rem_1fr]">
          <dt className="text-label text-ink-3">Their record says</dt>
          <dd>before consent was recorded</dd>
        </dl>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4.5">
          <Button disabled={!waiting || !leaves} onClick={() => setAsking(true)}>
            <MailQuestionMark aria-hidden="true" /> Ask them to confirm…
          </Button>
          <p className="min-w-0 flex-1 basis-64 text-label text-ink-3">
            {mode && !leaves
              ? "They can be asked once mail reaches them."
              : "Shows you the mail first. Who does not answer stays on the list."}
          </p>
        </div>
      </div>
      {isAsking && waiting && (
        <AskThem site={site} waiting={waiting} onDone={() => setAsking(false)} />
      )}
    </Card>
  )
}

type AskProps = { site: Site; waiting: number; onDone: () => void }

function AskThem({ site, waiting, onDone }: AskProps) {
  const client = useQueryClient()
  const say = useVoice(site)
  const ask = useMutation({
    mutationFn: () => call("ask_again", {}),
    onSuccess: ({ asked }) => {
      toast.success("Asked", `${counted(asked, "person", "people")} will get the mail.`)
      onDone()
    },
    onError: (error) => toast.error("Error", sentence(error, "They could not be asked.")),
    onSettled: () => client.invalidateQueries({ queryKey: ["newsletter_subscriptions"] }),
  })
  return (
    <Confirm
      title={`Ask ${counted(waiting, "person", "people")} to confirm?`}
      text={
        <>
          Each gets this mail once. Who does not answer stays on the list.
          <span className="card mt-3 block p-4 text-ink">
            <span className="block font-medium">{say("mail_remind_subject")}</span>
            <span className="mt-2 block whitespace-pre-line">{say("mail_remind_text")}</span>
            <span className="mt-2 block text-ink-3">Then the link of each.</span>
          </span>
        </>
      }
      action={`Ask ${number(waiting)}`}
      pendingAction="Asking..."
      pending={ask.isPending}
      onCancel={onDone}
      onConfirm={() => ask.mutate()}
    />
  )
}
