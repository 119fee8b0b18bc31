/** What a job pays. */
export type Pay = {
  salary_min: number | null
  salary_max: number | null
  salary_currency: string
  salary_period: string
}

/** The sentences that it is said in. */
type SalaryKey =
  | "jobs_lakh"
  | "jobs_salary"
  | "jobs_salary_from"
  | "jobs_salary_to"
  | `jobs_per_${"year" | "month" | "hour"}`

type Voice = {
  say: (key: SalaryKey, values?: Record<string, string>) => string
  language: string
}

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
const grouped = (n: number, language: string) =>
  String(n).replace(/\B(?=(\d{3})+$)/g, SEPARATORS[language.slice(0, 2).toLowerCase()] ?? "\u202f")

const LAKH = 100_000

/** What a job pays, in the studio's words: "₹38 to 52 lakh a year"; "" where it does not say. */
export function salaryIn({ say, language }: Voice, pay: Partial<Pay>): string {
  const from = pay.salary_min ?? null
  const to = pay.salary_max ?? null
  const least = from ?? to
  if (least === null) return ""
  const code = pay.salary_currency ?? ""
  const symbol = SYMBOLS[code] ?? (code && `${code} `)
  const inLakh = code === "INR" && least >= LAKH
  const figure = (n: number) =>
    inLakh ? String(Math.round((n / LAKH) * 10) / 10) : grouped(n, language)
  const whole = (n: number) => (inLakh ? say("jobs_lakh", { n: figure(n) }) : figure(n))
  let range = symbol + whole(least)
  if (from !== null && to !== null && from !== to) {
    range = say("jobs_salary", { from: symbol + figure(from), to: whole(to) })
  } else if (to === null) {
    range = say("jobs_salary_from", { from: range })
  } else if (from === null) {
    range = say("jobs_salary_to", { to: range })
  }
  return `${range} ${say(`jobs_per_${pay.salary_period || "year"}` as SalaryKey)}`
}
