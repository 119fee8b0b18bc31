import { type Pay, salaryIn } from "@/lib/salary"
import type { JobListing } from "./data.gen"
import { longDate } from "./date"
import { language, type WordKey, word } from "./words"

/** What a job pays, in the studio's words. */
export const salaryText = (pay: Partial<Pay>) => salaryIn({ say: word, language }, pay)

/** "Full time", "Hybrid": what was chosen from a list, in the studio's words. */
export const choiceText = (value: string | undefined) =>
  value ? word(`jobs_${value}` as WordKey) : ""

type Facts = Partial<
  Pick<JobListing, "location" | "employment_type" | "workplace" | "closes_on"> & Pay
> & { salary?: string }

/** What there is to know of a job at a glance, by the field that says it. */
export const factsOf = (job: Facts) =>
  (
    [
      ["location", job.location ?? ""],
      ["employment_type", choiceText(job.employment_type)],
      ["workplace", choiceText(job.workplace)],
      ["salary_min", job.salary ?? salaryText(job)],
      ["closes_on", job.closes_on ? word("jobs_apply_by", { date: longDate(job.closes_on) }) : ""],
    ] as const
  )
    .map(([name, text]) => ({ name, text }))
    .filter(({ text }) => text !== "")

/** Those that the list shows as pills. */
export const pillsOf = ({ employment_type, workplace, ...pay }: Facts) =>
  factsOf({ ...pay, employment_type, workplace, location: "", closes_on: "" })
