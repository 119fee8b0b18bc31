import type { JobListing } from "./data.gen"
import { longDate } from "./date"
import { language, type WordKey, word } from "./words"

type Pay = Pick<JobListing, "salary_min" | "salary_max" | "salary_currency" | "salary_period">

const SYMBOLS: Record<string, string> = {
  EUR: "€",
  GBP: "£",
  INR: "₹",
  JPY: "¥",
  USD: "$",
  BRL: "R$",
}

/** Languages that part thousands by a comma or a full stop; others by a narrow space. */
const SEPARATORS: Record<string, string> = {
  ...Object.fromEntries(["en", "hi", "ja", "ko", "th", "zh"].map((code) => [code, ","])),
  ...Object.fromEntries(
    ["da", "de", "el", "es", "id", "it", "nl", "pt", "tr"].map((code) => [code, "."]),
  ),
}

// Not Intl: the engine on the server has none, and both sides must print the same.
const grouped = (n: number) =>
  String(n).replace(/\B(?=(\d{3})+$)/g, SEPARATORS[language.slice(0, 2).toLowerCase()] ?? "\u202f")

const LAKH = 100_000

/** What a job pays, in the studio's words: "₹38 to 52 lakh a year"; "" where it does not say. */
export function salaryText(pay: Partial<Pay>): string {
  const from = pay.salary_min ?? null
  const to = pay.salary_max ?? null
  const least = from ?? to
  if (least === null) return ""
  const code = pay.salary_currency ?? ""
  const symbol = SYMBOLS[code] ?? (code && `${code} `)
  const inLakh = code === "INR" && least >= LAKH
  const figure = (n: number) => (inLakh ? String(Math.round((n / LAKH) * 10) / 10) : grouped(n))
  const whole = (n: number) => (inLakh ? word("jobs_lakh", { n: figure(n) }) : figure(n))
  let range = symbol + whole(least)
  if (from !== null && to !== null && from !== to) {
    range = word("jobs_salary", { from: symbol + figure(from), to: whole(to) })
  } else if (to === null) {
    range = word("jobs_salary_from", { from: range })
  } else if (from === null) {
    range = word("jobs_salary_to", { to: range })
  }
  return `${range} ${word(`jobs_per_${pay.salary_period || "year"}` as WordKey)}`
}

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
