import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type Declared, stampOf, type Table, versionOf } from "@/lib/document"
import { isSignedOut, sentence } from "@/lib/fault"
import { type Answer, call } from "@/lib/supabase"
import { type ToastAction, toast } from "@/lib/toast"
import { deletionOf, newest, placeOf } from "./revisions"

type Restore = () => Promise<Answer<"restore_revision">>

/** Runs what takes a change back, and says how it went. It works when the screen that offered it is gone. */
function useUndo(table: Table, otherwise: string) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (restore: Restore) => restore(),
    onSuccess: ({ left_out }) => {
      const reasons = left_out.map(({ reason }) => reason).join(" ")
      toast.success("Undone.", reasons || undefined)
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error("Not undone", sentence(error, otherwise))
    },
    // What is there now tells why it could not be undone.
    onSettled: () => client.invalidateQueries({ queryKey: [table] }),
  })
  return (restore: Restore): ToastAction => ({ label: "Undo", run: () => mutate(restore) })
}

/** What the toast of a save offers: the version before it, while nobody saved since. */
export function useUndoSave<Doc>(declared: Declared<Doc, object>) {
  const client = useQueryClient()
  const undo = useUndo(declared.table, "History still has every version. Try again from there.")
  return async (base: Doc | null, saved: Doc): Promise<ToastAction[]> => {
    const place = placeOf(declared, saved)
    if (!base || !place || stampOf(base) === stampOf(saved)) return []
    const version = versionOf(saved)
    const read = client.fetchQuery({ ...newest(place), staleTime: 0 })
    const [own, before] = await read.catch(() => [])
    if (!before || before.action === "deleted" || own?.document_version !== version) return []
    return [undo(() => call("restore_revision", { revision_id: before.id, version }))]
  }
}

/** What the toast of a deletion offers. */
export function useUndoDeletion(table: Table, document: string) {
  const undo = useUndo(table, "Trash still has it. Try again from there.")
  return (id: number): ToastAction[] => {
    const place = { document, document_id: String(id) }
    return [undo(async () => call("restore_deleted", { revision_id: await deletionOf(place) }))]
  }
}
