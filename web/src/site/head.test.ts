import { expect, it } from "vitest"
import { pages } from "../../test/pages"
import { headTags } from "./head"

const described = (about: string) => {
  const tags = headTags({ ...pages.job, job: { ...pages.job.job, about } })
  return /name="description" content="([^"]*)"/.exec(tags)?.[1] ?? ""
}

it.each([
  ["a sentence that ends where it is cut", `${"a".repeat(150)}. ${"b".repeat(50)}`],
  ["characters of two halves", `a${"\u{1f6cd}".repeat(200)}`],
  ["a word longer than the line", "a".repeat(500)],
])("cuts %s with three dots", (_, about) => {
  const cut = described(about)
  expect(cut).toMatch(/[^.]\.\.\.$/)
  expect(cut).not.toMatch(/\p{Surrogate}/u)
  expect([...cut].length).toBeLessThanOrEqual(160)
})

it("leaves a short description alone", () => expect(described("<p>Short.</p>")).toBe("Short."))

it("names no address of the studio when there is none", () => {
  expect(headTags(pages.home)).toContain('"email":"hello@vitrine.example"')
  const reach = { ...pages.home.reach, email: "" }
  expect(headTags({ ...pages.home, reach })).not.toContain('"email"')
})

it("posts no job whose place is not known", () => {
  const job = { ...pages.job.job, location: "Remote" }
  expect(headTags({ ...pages.job, job })).not.toContain("JobPosting")
  const reach = { ...pages.job.reach, location: "Delhi, India" }
  expect(headTags({ ...pages.job, reach, job })).toContain("JobPosting")
})

it.each(["", "<p></p>", "<p>&nbsp;</p><hr>"])("posts no job whose text is %j", (about) => {
  const none = { responsibilities: [], qualifications: [], preferred: [], how_to_apply: "" }
  const job = { ...pages.job.job, ...none, about }
  expect(headTags({ ...pages.job, job })).not.toContain("JobPosting")
  expect(headTags({ ...pages.job, job: { ...job, preferred: ["Rust"] } })).toContain("JobPosting")
})

it("tells search engines all that a job says, in the words of schema.org", () => {
  const job = {
    ...pages.job.job,
    location: "Lisbon, Portugal",
    employment_type: "full_time",
    workplace: "remote",
    salary_min: 48_000,
    salary_max: 60_000,
    salary_currency: "EUR",
    salary_period: "year",
    closes_on: "2026-12-12",
  }
  const tags = headTags({ ...pages.job, job })
  const posting = tags.match(/<script type="application\/ld\+json">(.*?JobPosting.*?)<\/script>/)
  expect(JSON.parse(posting?.[1]?.replace(/^.*<script[^>]*>/, "") ?? "{}")).toMatchObject({
    "@context": "https://schema.org",
    "@type": "JobPosting",
    title: job.title,
    description: expect.stringMatching(/./),
    datePosted: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    validThrough: "2026-12-12T23:59:59",
    employmentType: "FULL_TIME",
    hiringOrganization: { "@type": "Organization", name: pages.job.site.name },
    jobLocationType: "TELECOMMUTE",
    applicantLocationRequirements: { "@type": "Country", name: "Portugal" },
    baseSalary: {
      "@type": "MonetaryAmount",
      currency: "EUR",
      value: {
        "@type": "QuantitativeValue",
        minValue: 48_000,
        maxValue: 60_000,
        unitText: "YEAR",
      },
    },
  })
})
