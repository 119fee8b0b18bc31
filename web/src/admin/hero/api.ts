import { queryOptions } from "@tanstack/react-query"
import type { FeaturedAreasRow, HeroContentRow } from "@/lib/schema.gen"
import { call, supabase } from "@/lib/supabase"

export type Hero = HeroContentRow & { featured_areas: FeaturedAreasRow[] }

export const hero = queryOptions({
  queryKey: ["hero_content"],
  queryFn: async () => {
    const { data } = await supabase
      .from("hero_content")
      .select("*, featured_areas(*)")
      .order("id", { referencedTable: "featured_areas" })
      .limit(1)
      .single()
      .throwOnError()
    return data as unknown as Hero
  },
})

export type HeroValues = {
  title: string
  subtitle: string
  cta_primary_text: string
  cta_secondary_text: string
  featured_areas: { title: string; description: string }[]
}

export const heroValues = (doc: Hero | null): HeroValues => ({
  title: doc?.title ?? "",
  subtitle: doc?.subtitle ?? "",
  cta_primary_text: doc?.cta_primary_text ?? "",
  cta_secondary_text: doc?.cta_secondary_text ?? "",
  featured_areas: (doc?.featured_areas ?? []).map(({ title, description }) => ({
    title,
    description: description ?? "",
  })),
})

export const saveHero = (values: HeroValues, base: Hero | null) =>
  call<Hero>("save_hero", { id: base?.id, version: base?.version, ...values })
