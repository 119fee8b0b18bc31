import { z } from "zod"
import { isEmail } from "@/lib/rules"

export const invitationRules = z.object({
  email: z
    .string()
    .trim()
    .min(1, "Email is required")
    .refine((email) => !email || isEmail(email), "Please enter a valid email address."),
  role: z.enum(["admin", "editor", "viewer"]),
})
