import { queryOptions } from "@tanstack/react-query"
import { allRows } from "@/lib/all-rows"
import { discardDrafts } from "@/lib/draft"
import { useFlip, useSave } from "@/lib/query"
import type { PortfolioCompaniesRow } from "@/lib/schema.gen"
import { supabase } from "@/lib/supabase"
import { useUser } from "../session/session"

export type Company = PortfolioCompaniesRow

export const PLACEHOLDER_LOGO = "/placeholder-logo.svg"

const COMPANIES = ["portfolio_companies"] as const
const SECTION = ["homepage_sections", "portfolio_companies"] as const

export const companies = queryOptions({
  queryKey: COMPANIES,
  queryFn: (): Promise<Company[]> =>
    allRows((from, to) =>
      supabase
        .from("portfolio_companies")
        .select("*")
        .order("display_order")
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
})

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

export type CompanyValues = {
  name: string
  description: string
  logo_url: string
  website_url: string
  is_active: boolean
  display_order: number
}

export async function saveCompany(values: CompanyValues, base: Company | null): Promise<Company> {
  const table = supabase.from("portfolio_companies")
  const write = base
    ? table.update(values).eq("id", base.id).eq("version", base.version)
    : table.insert(values)
  const { data } = await write.select().single().throwOnError()
  return data
}

/** What the unsaved text of a company is kept under. */
export const draftOf = (company: Pick<Company, "id"> | null) => `company ${company?.id ?? "new"}`

export function useDeleteCompany() {
  const { id: owner } = useUser()
  return useSave({
    save: async ({ id, version }: Pick<Company, "id" | "version">) => {
      await supabase
        .from("portfolio_companies")
        .delete()
        .eq("id", id)
        .eq("version", version)
        .select("id")
        .single()
        .throwOnError()
      await discardDrafts(owner, draftOf({ id }))
    },
    refreshes: [COMPANIES],
    done: "Company deleted successfully",
    failed: "Failed to delete company",
  })
}
