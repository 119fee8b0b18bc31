import { describe, expect, it } from "vitest"
import published from "../../test/job-posting.json"
import { pages } from "../../test/pages"
import type { Job } from "./data"
import { headTags } from "./head"

type Value = string | number | boolean | Node | Value[]
type Node = { [property: string]: Value }
type Type = { is: string[]; properties: Record<string, string[]> }

const types: Record<string, Type> = published.types
const inside: Record<string, string[]> = published.google.inside
const values: Record<string, string[]> = published.google.values

const DATA: Record<string, (value: Value) => boolean> = {
  Text: (value) => typeof value === "string" && value !== "",
  URL: (value) => typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value),
  Number: (value) => typeof value === "number",
  Boolean: (value) => typeof value === "boolean",
  Date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  DateTime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(String(value)),
}

/** Whether a value is of one of the types that a property takes. */
function fits(value: Value, expected: string[]): boolean {
  if (Array.isArray(value)) return value.every((one) => fits(one, expected))
  if (typeof value !== "object") return expected.some((type) => DATA[type]?.(value))
  const type = String(value["@type"])
  return expected.some((one) => one === type || types[type]?.is.includes(one))
}

/** All that is wrong with a node and what lies in it, by its path. */
function wrong(node: Node, path = ""): string[] {
  const type = String(node["@type"])
  const known = types[type]
  if (!known) return [`${path}: ${type} is not a type of the extract`]
  const takes = Object.assign({}, ...[...known.is, type].map((one) => types[one]?.properties))
  const missing = (inside[type] ?? []).filter((name) => !(name in node))
  return [
    ...missing.map((name) => `${path}: ${type} has no ${name}`),
    ...Object.entries(node)
      .filter(([name]) => !name.startsWith("@"))
      .flatMap(([name, value]) => {
        const at = `${path}/${name}`
        if (!(name in takes)) return [`${at} is not a property of ${type}`]
        if (!fits(value, takes[name])) return [`${at} is none of ${takes[name]}`]
        if (values[name] && !values[name].includes(String(value))) return [`${at} is ${value}`]
        const nodes = [value].flat().filter((one): one is Node => typeof one === "object")
        return nodes.flatMap((one) => wrong(one, at))
      }),
  ]
}

/** The posting on the page of a job, as machines read it. */
function posting(change: Partial<Job>): Node {
  const tags = headTags({ ...pages.job, job: { ...pages.job.job, ...change } })
  const all = [...tags.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const nodes: Node[] = all.map(([, text = ""]) => JSON.parse(text))
  const found = nodes.find((node) => node["@type"] === "JobPosting")
  if (!found) throw new Error("there is no posting")
  return found
}

const salary = { salary_min: 48_000, salary_max: 60_000, salary_currency: "EUR" }
const whole = { employment_type: "full_time", closes_on: "2026-12-12", apply_form: true, ...salary }

const JOBS: [what: string, place: "on site" | "remote", job: Partial<Job>][] = [
  ["on site", "on site", { ...whole, location: "Lisbon, Portugal", workplace: "on_site" }],
  ["hybrid", "on site", { ...whole, location: "Austin, Texas, USA", workplace: "hybrid" }],
  ["remote in a country", "remote", { ...whole, location: "Portugal", workplace: "remote" }],
  ["remote in a town", "remote", { ...whole, location: "Delhi, India", workplace: "remote" }],
  [
    "of several countries",
    "remote",
    { ...whole, location: "Germany or France", workplace: "remote" },
  ],
  ["paid by the month", "on site", { ...whole, salary_period: "month" }],
  ["of one salary", "on site", { ...whole, salary_max: null }],
  ["paid at most so much", "on site", { ...whole, salary_min: null, salary_period: "hour" }],
  [
    'with <text> & "signs"',
    "on site",
    { ...whole, title: '<b>"R&D"</b>', about: "<p>1 &lt; 2</p>" },
  ],
  ...["part_time", "contract", "internship"].map((employment_type): (typeof JOBS)[0] => [
    employment_type,
    "on site",
    { ...whole, employment_type },
  ]),
]

describe("the posting of a job", () => {
  it.each(JOBS)("%s is what schema.org and search engines ask for", (_, place, job) => {
    const node = posting({ location: "Delhi, India", salary_period: "year", ...job })
    expect(node["@context"]).toBe("https://schema.org")
    expect(wrong(node)).toEqual([])
    const { required, recommended, place: places } = published.google
    expect(Object.keys(node)).toEqual(
      expect.arrayContaining([...required, ...recommended, ...places[place]]),
    )
  })

  it("leaves out what a job does not say, and is one all the same", () => {
    const none = { salary_min: null, salary_max: null, closes_on: "", apply_form: false }
    const node = posting({ location: "Delhi, India", employment_type: "", workplace: "", ...none })
    expect(wrong(node)).toEqual([])
    expect(Object.keys(node)).toEqual(expect.arrayContaining(published.google.required))
    for (const name of ["baseSalary", "validThrough", "directApply", "employmentType"])
      expect(node).not.toHaveProperty(name)
  })
})

describe("the check of postings", () => {
  const good = posting({ location: "Delhi, India", salary_period: "year", ...whole })
  it.each<[what: string, change: Node]>([
    ["a property that there is not", { salary: 5 }],
    ["a text for a number", { directApply: "yes" }],
    ["a day that is none", { datePosted: "3 November" }],
    ["a type that does not belong there", { jobLocation: { "@type": "Organization", name: "A" } }],
    ["an empty node", { hiringOrganization: { "@type": "Organization" } }],
    ["a word of ours", { employmentType: "full_time" }],
  ])("finds %s", (_, change) => expect(wrong({ ...good, ...change })).toHaveLength(1))
})
