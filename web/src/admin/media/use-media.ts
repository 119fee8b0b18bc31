import { useState } from "react"
import { useSave } from "@/lib/query"
import { call } from "@/lib/supabase"
import { useUndoDeletion } from "../document/history/undo"
import { MEDIA, type Media } from "../library/api"
import { uploadPicture } from "../library/upload"

/** Uploads another picture and shows it wherever this one is shown; tells how far it is. */
export function useReplace(onReplaced: (id: number) => void) {
  const [percent, setPercent] = useState(0)
  const save = useSave({
    save: async ({ media, file }: { media: Media; file: File }) => {
      setPercent(0)
      const sending = { onProgress: setPercent, signal: new AbortController().signal }
      const by = await uploadPicture(file, sending, media.bucket)
      await call("replace_media", { id: media.id, by: by.id })
      onReplaced(by.id)
    },
    // What shows it has another address now.
    refreshes: [[]],
    done: {
      title: "Replaced",
      text: "The new picture is shown everywhere. The old one waits in Trash.",
    },
    failed: "The picture could not be replaced.",
    says: "server",
  })
  return { ...save, percent }
}

export function useDelete(onDeleted: () => void) {
  const undo = useUndoDeletion("media", "media")
  return useSave({
    save: async ({ id, isUsed }: { id: number; isUsed: boolean }) => {
      const deleted = await call("delete_media", isUsed ? { id, force: "delete" } : { id })
      // Before the list is read anew: without its row there is nobody left to tell, and Undo would open it again.
      onDeleted()
      return deleted
    },
    refreshes: [MEDIA, ["revisions"], ["activity"]],
    done: { title: "Deleted", text: "The picture waits in Trash." },
    actions: (_, { id }) => undo(id),
    failed: "Failed to delete the picture",
    gone: "This picture is not here any more.",
  })
}
