import { queryOptions } from "@tanstack/react-query"
import { useSave } from "@/lib/query"
import type { NotesRow } from "@/lib/schema.gen"
import { supabase } from "@/lib/supabase"
import { useUndoAtOnce } from "../document/history/undo"

export type Note = NotesRow

/** What notes are about. */
export type Noted = Note["about_table"]

export const notesOn = (table: Noted, id: number) =>
  queryOptions({
    queryKey: ["notes", table, id],
    queryFn: async (): Promise<Note[]> => {
      const { data } = await supabase
        .from("notes")
        .select("*")
        .eq("about_table", table)
        .eq("about_id", id)
        .order("id")
        .throwOnError()
      return data
    },
  })

type Written = Pick<Note, "about_table" | "about_id" | "text">

async function addNote({ about_table, about_id, text }: Written) {
  await supabase.from("notes").insert({ about_table, about_id, text }).throwOnError()
}

export const useAddNote = () =>
  useSave({
    save: addNote,
    refreshes: [["notes"]],
    failed: "Failed to add the note.",
    says: "server",
  })

export function useDeleteNote() {
  const undo = useUndoAtOnce("notes")
  return useSave({
    save: async (note: Note) => {
      await supabase.from("notes").delete().eq("id", note.id).throwOnError()
    },
    refreshes: [["notes"]],
    done: "Note deleted",
    actions: (_, note) => undo(() => addNote(note)),
    failed: "Failed to delete the note.",
  })
}
