import { z } from "zod"
import { contactInfo, socialLinks } from "@/lib/schema.gen"

export const contactRules = contactInfo
  .pick({ email: true, location: true })
  .extend({ social_links: z.array(socialLinks.pick({ platform: true, url: true })) })

export const descriptionRules = contactInfo.pick({ description: true })
