import { useMutation, useQueryClient } from "@tanstack/react-query"
import { isSignedOut, sentence } from "@/lib/fault"
import { counted } from "@/lib/format"
import { call } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { oneByOne } from "../kinds/put-back"

/** Deletes for good what is in Trash, by its revisions. */
export function usePurge() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: number[]) => {
      const { done, error } = await oneByOne(ids, async (revision_id) => {
        await call("purge_deleted", { revision_id })
      })
      await Promise.all(
        ["revisions", "activity"].map((key) => client.invalidateQueries({ queryKey: [key] })),
      )
      const count = counted(done.length, "thing")
      if (done.length > 0) toast.success("Success", `${count} deleted for good`)
      if (error) throw error
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error("Error", sentence(error, "Failed to delete for good."))
    },
  })
}
