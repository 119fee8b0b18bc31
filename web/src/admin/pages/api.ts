import { page as declared, type Page } from "@/lib/documents.gen"
import { useFlip } from "@/lib/query"
import { supabase } from "@/lib/supabase"

type Shown = Pick<Page, "id" | "is_visible">

export const useShowPage = () =>
  useFlip({
    queryKey: [declared.table],
    apply: (list: Page[], { id, is_visible }: Shown) =>
      list.map((one) => (one.id === id ? { ...one, is_visible, version: one.version + 1 } : one)),
    save: async ({ id, is_visible }: Shown) => {
      await supabase
        .from("pages")
        .update({ is_visible })
        .eq("id", id)
        .select("id")
        .single()
        .throwOnError()
    },
    refreshes: [[declared.table]],
    done: "Page updated successfully",
    failed: "Failed to update page",
    says: "server",
  })

/** The address that a title suggests: small letters and digits with hyphens between them, as the server makes those of jobs. */
export const addressOf = (title: string) =>
  title
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 80)
    .replace(/-$/, "")
