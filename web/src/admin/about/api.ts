import { queryOptions } from "@tanstack/react-query"
import type { AboutContentRow, FocusAreasRow } from "@/lib/schema.gen"
import { call, supabase } from "@/lib/supabase"

export type About = AboutContentRow & { focus_areas: FocusAreasRow[] }

export const about = queryOptions({
  queryKey: ["about_content"],
  queryFn: async () => {
    const { data } = await supabase
      .from("about_content")
      .select("*, focus_areas(*)")
      .order("id", { referencedTable: "focus_areas" })
      .limit(1)
      .single()
      .throwOnError()
    return data as unknown as About
  },
})

export const FAILED = "Failed to load about content. Please refresh the page."

export type AboutTextValues = { intro_text: string; approach_text: string }
export type AboutValues = AboutTextValues & {
  why_ecommerce: string[]
  focus_areas: { title: string; description: string }[]
}

export const aboutTextValues = (doc: About | null): AboutTextValues => ({
  intro_text: doc?.intro_text ?? "",
  approach_text: doc?.approach_text ?? "",
})

export const aboutValues = (doc: About | null): AboutValues => ({
  ...aboutTextValues(doc),
  why_ecommerce: (doc?.why_ecommerce as string[] | undefined) ?? [],
  focus_areas: (doc?.focus_areas ?? []).map(({ title, description }) => ({
    title,
    description: description ?? "",
  })),
})

/** Saves what the values name: the texts, and the lists when they are there. */
export const saveAbout = (values: AboutTextValues & Partial<AboutValues>, base: About | null) =>
  call<About>("save_about", {
    id: base?.id,
    version: base?.version,
    ...values,
    ...(values.why_ecommerce && {
      why_ecommerce: values.why_ecommerce.map((one) => one.trim()).filter(Boolean),
    }),
  })
