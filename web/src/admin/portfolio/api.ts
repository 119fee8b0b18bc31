import { queryOptions } from "@tanstack/react-query"
import { company } from "@/lib/documents.gen"
import { useFlip } from "@/lib/query"
import { supabase } from "@/lib/supabase"
import { useUndoAtOnce } from "../document/history/undo"
import { useReorder } from "../document/use-reorder"
import { useSwitch } from "../document/use-switch"

const section_name = "portfolio_companies"
const SECTION = ["homepage_sections", section_name] as const

export const sectionVisibility = queryOptions({
  queryKey: SECTION,
  queryFn: async () => {
    const { data } = await supabase
      .from("homepage_sections")
      .select("is_visible")
      .eq("section_name", section_name)
      .maybeSingle()
      .throwOnError()
    return data?.is_visible ?? false
  },
})

export function useShowSection() {
  const undo = useUndoAtOnce("homepage_sections", company.table)
  return useFlip({
    queryKey: SECTION,
    apply: (_: boolean, isVisible: boolean) => isVisible,
    save: async (is_visible: boolean) => {
      const { data } = await update(is_visible).throwOnError()
      if (data[0]) return data[0].version
      const added = supabase.from("homepage_sections").insert({ section_name, is_visible })
      return (await added.select("version").single().throwOnError()).data.version
    },
    refreshes: [SECTION, [company.table, "last entry"]],
    actions: (version, isVisible) =>
      undo(async () => update(!isVisible).eq("version", version).single().throwOnError()),
    done: "Section visibility updated successfully",
    failed: "Failed to update section visibility",
  })
}

const update = (is_visible: boolean) =>
  supabase
    .from("homepage_sections")
    .update({ is_visible })
    .eq("section_name", section_name)
    .select("version")

export const useReorderCompanies = () =>
  useReorder(company, {
    column: "display_order",
    first: 0,
    compare: (a, b) => a.display_order - b.display_order || a.id - b.id,
    done: "Companies reordered successfully",
    failed: "Failed to reorder companies",
  })

export const useActivate = () =>
  useSwitch(company, "is_active", {
    done: "Company updated successfully",
    failed: "Failed to update company",
  })
