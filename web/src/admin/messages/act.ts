import { useSave } from "@/lib/query"
import { call, supabase } from "@/lib/supabase"
import { type ToastAction, toast } from "@/lib/toast"
import { useUndoAtOnce, useUndoDeletion } from "../document/history/undo"
import type { Message, State } from "./api"

const TABLE = "contact_form_submissions"
const GONE = "This message was deleted."

type Patch = Partial<Pick<Message, "state" | "assigned_to">>

const changed = (id: number, patch: Patch) => supabase.from(TABLE).update(patch).eq("id", id)

// One that is gone meanwhile is an error, not a change of no rows.
async function change(id: number, patch: Patch) {
  await changed(id, patch).select("id").single().throwOnError()
}

const SAID: Partial<Record<State, string>> = {
  done: "Done",
  archived: "Archived",
  spam: "Marked as spam",
}

type Put = { message: Message; state: State }

/** Gives messages another state. What takes one out of its list is said, with a way back. */
export function useSetState() {
  const undo = useUndoAtOnce(TABLE)
  return useSave({
    save: async ({ message: { id, subject, state: was }, state }: Put) => {
      // What counts as read by being looked at may be gone by then, and nobody need know.
      if (state === "read" && was === "new") await changed(id, { state }).throwOnError()
      else await change(id, { state })
      const isBack = was === "done" || was === "archived"
      const title = SAID[state] ?? (isBack ? "Back in Inbox" : undefined)
      const back = undo(() => change(id, { state: was }))
      if (title) toast.success(title, subject, back)
    },
    refreshes: [[TABLE]],
    failed: "Failed to change the message.",
    gone: GONE,
  })
}

/** Marks all that are new as read. */
export function useReadAll() {
  const undo = useUndoAtOnce(TABLE)
  return useSave({
    save: async () => {
      const { data } = await supabase
        .from(TABLE)
        .update({ state: "read" })
        .eq("state", "new")
        .select("id")
        .throwOnError()
      return data.map(({ id }) => id)
    },
    refreshes: [[TABLE]],
    done: "All messages are marked as read",
    // A list of more would be longer than an address may be.
    actions: (ids): ToastAction[] =>
      ids.length > 0 && ids.length <= 200
        ? undo(async () => {
            const those = supabase.from(TABLE).update({ state: "new" }).in("id", ids)
            await those.eq("state", "read").throwOnError()
          })
        : [],
    failed: "Failed to mark the messages as read.",
  })
}

export const useAssign = () =>
  useSave({
    save: ({ id, to }: { id: number; to: string | null }) => change(id, { assigned_to: to }),
    refreshes: [[TABLE]],
    failed: "Failed to assign the message.",
    gone: GONE,
  })

/** Says that a message is no spam: it moves to Inbox, and its mails go out. */
export const useRelease = () =>
  useSave({
    save: (id: number) => call("release_message", { id }),
    refreshes: [[TABLE], ["mails"]],
    done: "Not spam. It is in Inbox now.",
    failed: "Failed to move the message to Inbox.",
  })

/** Messages that were deleted here, which nobody has to be told of. */
export const deletedHere = new Set<number>()

export function useDeleteMessage() {
  const undo = useUndoDeletion(TABLE, "message")
  return useSave({
    save: async (id: number) => {
      deletedHere.add(id)
      await supabase.from(TABLE).delete().eq("id", id).throwOnError()
    },
    refreshes: [[TABLE], ["mails"]],
    done: "Message deleted successfully",
    actions: (_, id) => undo(id),
    failed: "Failed to delete the message.",
  })
}

export const useReply = () =>
  useSave({
    save: (answer: { id: number; text: string }) => call("reply_message", answer),
    refreshes: [["message_replies"], ["mails"]],
    failed: "Your answer was not sent.",
    says: "server",
  })
