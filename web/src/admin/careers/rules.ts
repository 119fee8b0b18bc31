import { z } from "zod"
import { jobListings } from "@/lib/schema.gen"

const list = (item: string) =>
  z.array(z.string().max(10_000, `${item} must be at most 10000 characters.`))

export const jobRules = jobListings.extend({
  responsibilities: list("Responsibility"),
  qualifications: list("Qualification"),
  preferred: list("Preferred item"),
})
