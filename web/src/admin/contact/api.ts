import { queryOptions } from "@tanstack/react-query"
import type { ContactInfoRow, SocialLinksRow } from "@/lib/schema.gen"
import { call, supabase } from "@/lib/supabase"

export type Contact = ContactInfoRow & { social_links: SocialLinksRow[] }

export const contact = queryOptions({
  queryKey: ["contact_info"],
  queryFn: async () => {
    const { data } = await supabase
      .from("contact_info")
      .select("*, social_links(*)")
      .order("id", { referencedTable: "social_links" })
      .limit(1)
      .single()
      .throwOnError()
    return data as unknown as Contact
  },
})

export const FAILED = "Failed to load contact information. Please refresh the page."
export const DONE = "Contact information has been updated."

export type ContactValues = {
  email: string
  location: string
  social_links: { platform: string; url: string }[]
}
export type DescriptionValues = { description: string }

export const contactValues = (doc: Contact | null): ContactValues => ({
  email: doc?.email ?? "",
  location: doc?.location ?? "",
  social_links: (doc?.social_links ?? []).map(({ platform, url }) => ({ platform, url })),
})

export const descriptionValues = (doc: Contact | null): DescriptionValues => ({
  description: doc?.description ?? "",
})

export const saveContact = (values: ContactValues | DescriptionValues, base: Contact | null) =>
  call<Contact>("save_contact", { id: base?.id, version: base?.version, ...values })
