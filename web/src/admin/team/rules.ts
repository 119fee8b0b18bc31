import { z } from "zod"
import { teamMembers } from "@/lib/schema.gen"

export const teamRules = z.object({
  members: z.array(teamMembers.extend({ id: z.number().optional() })),
})
