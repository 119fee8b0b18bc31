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
  const footer_content = { ...pages.home.footer_content, email: "" }
  expect(headTags({ ...pages.home, footer_content })).not.toContain('"email"')
})

it("posts no job whose place is not known", () => {
  const footer_content = { ...pages.job.footer_content, location: "" }
  const job = { ...pages.job.job, location: "Remote" }
  expect(headTags({ ...pages.job, footer_content, job })).not.toContain("JobPosting")
})

it.each(["", "<p></p>", "<p>&nbsp;</p><hr>"])("posts no job whose text is %j", (about) => {
  const none = { responsibilities: [], qualifications: [], preferred: [], how_to_apply: "" }
  const job = { ...pages.job.job, ...none, about }
  expect(headTags({ ...pages.job, job })).not.toContain("JobPosting")
  expect(headTags({ ...pages.job, job: { ...job, preferred: ["Rust"] } })).toContain("JobPosting")
})
