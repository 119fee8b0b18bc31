import { queryOptions } from "@tanstack/react-query"
import { type Company, company } from "@/lib/documents.gen"
import { useFlip } from "@/lib/query"
import { supabase } from "@/lib/supabase"

const COMPANIES = [company.table] as const
const SECTION = ["homepage_sections", "portfolio_companies"] as const

export const sectionVisibility = queryOptions({
  queryKey: SECTION,
  queryFn: async () => {
    const { data } = await supabase
      .from("homepage_sections")
      .select("is_visible")
      .eq("section_name", "portfolio_companies")
      .maybeSingle()
      .throwOnError()
    return data?.is_visible ?? false
  },
})

export const useShowSection = () =>
  useFlip({
    queryKey: SECTION,
    apply: (_: boolean, isVisible: boolean) => isVisible,
    save: async (is_visible: boolean) => {
      const section_name = "portfolio_companies"
      const { data } = await supabase
        .from("homepage_sections")
        .update({ is_visible })
        .eq("section_name", section_name)
        .select("section_name")
        .throwOnError()
      if (data.length === 0)
        await supabase.from("homepage_sections").insert({ section_name, is_visible }).throwOnError()
    },
    refreshes: [SECTION],
    done: "Section visibility updated successfully",
    failed: "Failed to update section visibility",
  })

export const useActivate = () =>
  useFlip({
    queryKey: COMPANIES,
    apply: (list: Company[], { id, is_active }: Pick<Company, "id" | "is_active">) =>
      list.map((one) => (one.id === id ? { ...one, is_active, version: one.version + 1 } : one)),
    save: async ({ id, is_active }: Pick<Company, "id" | "is_active">) => {
      await supabase
        .from("portfolio_companies")
        .update({ is_active })
        .eq("id", id)
        .select("id")
        .single()
        .throwOnError()
    },
    refreshes: [COMPANIES],
    done: "Company updated successfully",
    failed: "Failed to update company",
  })
