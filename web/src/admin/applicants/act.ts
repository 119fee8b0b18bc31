import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent } from "react"
import { counted } from "@/lib/format"
import { useSave } from "@/lib/query"
import { call, supabase } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { useUndoAtOnce, useUndoDeletion } from "../document/history/undo"
import type { Mailed } from "./api"
import { type Application, OUTCOMES, type Outcome, STAGE_NAMES, type Stage } from "./stages"

const TABLE = "job_applications"
const REFRESHES = [[TABLE], ["application_events"]]
const GONE = "This application was deleted."

export type Move = { rows: Application[]; stage: Stage; outcome?: Outcome }

/** Puts each of them back where it was. What somebody moved since then stays there, and is told. */
const back =
  (rows: Application[], { stage, outcome }: Move) =>
  async () => {
    const tried = await Promise.allSettled(
      rows.map((was) => {
        const end = stage === "closed" ? (outcome ?? was.outcome) : ""
        const undoes = `${stage} ${end}`.trim()
        return call("save_application", {
          id: was.id,
          stage: was.stage,
          outcome: was.outcome,
          undoes,
        })
      }),
    )
    const failed = tried.filter((one) => one.status === "rejected")
    const [first] = failed
    if (!first) return undefined
    if (failed.length === rows.length) throw first.reason
    return `${failed.length} of ${rows.length} stay where they are: they were changed again since then.`
  }

/** Moves applications to a stage, and says so with a way back. */
export function useMove() {
  const undo = useUndoAtOnce(TABLE)
  return useSave({
    save: async (move: Move) => {
      const { rows, stage, outcome } = move
      const ids = await call("save_application", { ids: rows.map(({ id }) => id), stage, outcome })
      const moved = rows.filter(({ id }) => ids.includes(id))
      const [one] = moved
      if (!one) return
      const what =
        stage === "closed" && outcome ? OUTCOMES[outcome] : `Moved to ${STAGE_NAMES[stage]}`
      const who = moved.length === 1 ? one.name : counted(moved.length, "applicant")
      toast.success(what, who, undo(back(moved, move)))
    },
    refreshes: REFRESHES,
    failed: "Failed to move the application.",
    says: "server",
    gone: GONE,
  })
}

/** Gives applications to somebody, or to nobody. */
export const useAssign = () =>
  useSave({
    save: ({ ids, to }: { ids: number[]; to: string | null }) =>
      call("save_application", { ids, assigned_to: to ?? "" }),
    refreshes: REFRESHES,
    failed: "Failed to assign the application.",
    says: "server",
    gone: GONE,
  })

/** Says that an application is no spam: it is in New from then on. */
export const useRelease = () =>
  useSave({
    save: (id: number) => call("release_application", { id }),
    refreshes: [...REFRESHES, ["mails"]],
    done: "Not spam. It is in New now.",
    failed: "Failed to let the application in.",
  })

/** Applications that were deleted here, which nobody has to be told of. */
export const deletedHere = new Set<number>()

export function useDelete() {
  const undo = useUndoDeletion(TABLE, "application")
  return useSave({
    save: async (id: number) => {
      deletedHere.add(id)
      await supabase.from(TABLE).delete().eq("id", id).throwOnError()
    },
    refreshes: [...REFRESHES, ["mails"]],
    done: "Application deleted successfully",
    actions: (_, id) => undo(id),
    failed: "Failed to delete the application.",
  })
}

export const useMail = () =>
  useSave({
    save: async (mail: { id: number; subject: string; text: string }) => {
      const mails = await call("mail_application", mail)
      sayOutcome(mails.findLast(({ kind }) => kind === "mail"))
    },
    refreshes: [["application_events"], ["mails"]],
    failed: "Your mail was not sent.",
    says: "server",
  })

/** Says what became of a mail at once; the history of the applicant has the rest of it. */
function sayOutcome(mail: Mailed | undefined) {
  if (mail?.state === "sent") toast.success("Success", "Mail sent")
  else if (mail?.state === "given up")
    toast.error("Not sent", `The mail was refused: ${mail.last_error}`)
  else if (mail?.last_error && mail.attempts > 0 && mail.state === "queued")
    toast.error("Not sent yet", `It is tried again by itself: ${mail.last_error}`)
  else toast.success("Success", "Mail on its way")
}

export const useResend = () =>
  useSave({
    save: (mail: { id: number; kind: Mailed["kind"]; event_id?: number }) =>
      call("resend_application_mail", mail),
    refreshes: [["mails"]],
    failed: "Failed to send the mail again.",
    says: "server",
  })

/** Notes that the application is on the screen. Nobody has to know when that fails. */
export function useOpened(id: number) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => call("open_application", { id }),
    onSuccess: () =>
      Promise.all(REFRESHES.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  const note = useEffectEvent(() => mutate())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is opened
  useEffect(() => note(), [id])
}
