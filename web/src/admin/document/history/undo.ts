import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Declared, stampOf, type Table, versionOf } from "@/lib/document"
import { faultOf, isConflict, isSignedOut, sentence } from "@/lib/fault"
import { call } from "@/lib/supabase"
import { type ToastAction, toast } from "@/lib/toast"
import { deletionOf, newest, type Place, placeOf } from "./revisions"

/** What takes a change back, and tells what could not be. */
type Back = () => Promise<{ left_out: { reason: string }[] } | undefined>

type Sentences = {
  /** Said when nothing else is known. */
  failed: string
  /** Said when somebody was faster; without it, what the server says of that. */
  stale?: string
}

const lastOf = (table: Table) => ["undo", table] as const

/** Runs what takes a change back, and says how it went. It works when the screen that offered it is gone. */
function useUndo(table: Table, { failed, stale }: Sentences, shownIn = table) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (back: Back) => back(),
    onSuccess: (restored) => {
      const reasons = restored?.left_out.map(({ reason }) => reason).join(" ")
      toast.success("Undone.", reasons || undefined)
    },
    onError: (error) => {
      if (isSignedOut(error)) return
      toast.error("Not undone", (isConflict(error) && stale) || sentence(error, failed))
    },
    // What is there now tells why it could not be undone.
    onSettled: () => client.invalidateQueries({ queryKey: [table] }),
  })
  return (back: Back): ToastAction => {
    let isRun = false
    const run = () => {
      if (isRun) return // a double click
      isRun = true
      client.setQueryData(lastOf(shownIn), null)
      mutate(back)
    }
    client.setQueryData(lastOf(shownIn), { run })
    return { label: "Undo", run }
  }
}

/** The way back from what was done to a table last, from here; nothing when that was taken back. */
export const useLastUndo = (table: Table): { run: () => void } | null | undefined =>
  useQuery<{ run: () => void } | null>({ queryKey: lastOf(table), queryFn: skipToken }).data

/** What the toast of a switch or a move offers, while nobody changed it since. The foot of the list offers it too, which may be that of another table. */
export function useUndoAtOnce(table: Table, shownIn = table) {
  const stale = "It was changed again since then, so it stays as it is."
  const undo = useUndo(table, { failed: stale, stale }, shownIn)
  // A text that comes back tells what could not be undone.
  return (back: () => Promise<unknown>): ToastAction[] => [
    undo(async () => {
      const reason = await back()
      return typeof reason === "string" ? { left_out: [{ reason }] } : undefined
    }),
  ]
}

/** What the toast of a save offers: the version before it, while nobody saved since. */
export function useUndoSave<Doc>(declared: Declared<Doc, object>) {
  const client = useQueryClient()
  const undo = useUndo(declared.table, {
    failed: "History still has every version. Try again from there.",
  })
  return async (base: Doc | null, saved: Doc): Promise<ToastAction[]> => {
    const place = placeOf(declared, saved)
    if (!base || !place || stampOf(base) === stampOf(saved)) return []
    const version = versionOf(saved)
    const read = client.fetchQuery({ ...newest(place), staleTime: 0 })
    const [own, before] = await read.catch(() => [])
    if (!own || !before || before.action === "deleted" || own.document_version !== version)
      return []
    const fields = changedIn(declared, base, saved)
    if (fields?.length === 0) return []
    const args = { version, latest: own.id, fields }
    return [undo(() => call("restore_revision", { revision_id: before.id, ...args }))]
  }
}

/** The fields that a save changed: others, such as a rank, may have been moved since the version before it. */
function changedIn<Doc>(declared: Declared<Doc, object>, base: Doc, saved: Doc) {
  if (Array.isArray(saved)) return undefined
  const textOf = (doc: Doc, name: string) => JSON.stringify((doc as Record<string, unknown>)[name])
  return Object.keys(declared.empty).filter((name) => textOf(base, name) !== textOf(saved, name))
}

/** What the toast of a deletion offers. */
export function useUndoDeletion(table: Table, document: string) {
  const undo = useUndo(table, { failed: "Trash still has it. Try again from there." })
  return (id: number): ToastAction[] => {
    const place = { document, document_id: String(id) }
    return [undo(async () => call("restore_deleted", { revision_id: await deletionOf(place) }))]
  }
}

type BringBack = { onBack: () => void; saveAsNew: () => void }

/** Takes what someone else deleted out of Trash, so that it can be saved; what is not there any more is saved as new. */
export function useBringBack(place: Place | undefined, { onBack, saveAsNew }: BringBack) {
  const client = useQueryClient()
  const [isPurged, setPurged] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: async (from: Place) =>
      call("restore_deleted", { revision_id: await deletionOf(from) }),
    onSuccess: async (_, { table }) => {
      onBack()
      await client.invalidateQueries({ queryKey: [table] })
    },
    onError: (error) => {
      if (isSignedOut(error)) return
      setPurged(!!faultOf(error))
      toast.error("Not put back", sentence(error, "The server could not be reached. Try again."))
    },
  })
  if (!place || isPurged) return { action: "Save as new", run: saveAsNew, isPending: false }
  return { action: "Put back and save", run: () => mutate(place), isPending }
}
