import { z } from "zod"
import { featuredAreas, heroContent } from "@/lib/schema.gen"

export const heroRules = heroContent.extend({
  featured_areas: z.array(featuredAreas.pick({ title: true, description: true })),
})
