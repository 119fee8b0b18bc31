import { z } from "zod"
import { aboutContent, focusAreas } from "@/lib/schema.gen"

export const aboutTextRules = aboutContent.pick({ intro_text: true, approach_text: true })

export const aboutRules = aboutContent.extend({
  why_ecommerce: z
    .array(z.string().max(10_000, "Reason must be at most 10000 characters."))
    .max(50, "There can be at most 50 reasons."),
  focus_areas: z.array(focusAreas.pick({ title: true, description: true })),
})
