import { footerContent, footerLinks, navigationLinks } from "@/lib/schema.gen"

export const footerRules = footerContent.omit({ id: true })

// The place of a link is not typed.
export const footerLinkRules = footerLinks.omit({ order: true })

export const navigationLinkRules = navigationLinks.omit({ order: true }).loose()
