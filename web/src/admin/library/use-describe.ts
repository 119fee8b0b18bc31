import { useSave } from "@/lib/query"
import { supabase } from "@/lib/supabase"
import { MEDIA, type Media } from "./api"

type Described = Pick<Media, "id"> & Partial<Pick<Media, "alt" | "focal_x" | "focal_y" | "crops">>

/** Saves what the library says of a picture; the site shows it at once. */
export const useDescribe = (onDone?: () => void) =>
  useSave({
    save: async ({ id, ...fields }: Described) => {
      await supabase.from("media").update(fields).eq("id", id).select("id").single().throwOnError()
      onDone?.()
    },
    refreshes: [MEDIA],
    done: "The picture has been updated.",
    failed: "Failed to update the picture",
  })
