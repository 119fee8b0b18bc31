import { expect, test } from "vitest"
import { messageDays, subscriberWeeks } from "./api"
import { byPlace } from "./by-place"
import { spread, totals } from "./counting"
import { findings } from "./findings"

const edges = ["2026-01-01", "2026-01-02", "2026-01-03"].map((day) => new Date(`${day}T00:00:00Z`))

test("a message counts for its day, and one outside for none", () => {
  const moments = [
    "2025-12-31T23:59:59Z",
    "2026-01-01T00:00:00Z",
    "2026-01-02T05:30:00+05:30",
    "2026-01-02T12:00:00Z",
    "2026-01-03T00:00:00Z",
  ]
  expect(spread(moments, edges)).toEqual([1, 2])
})

test("totals run up to what there is now", () => {
  expect(totals([1, 2, 3], 10)).toEqual([4, 5, 7, 10])
})

test("jobs are grouped by place, the rare ones together", () => {
  expect(byPlace(["Delhi, India", "Delhi, India", "Remote, India", "Delhi or remote"])).toEqual([
    { place: "Delhi", count: 2 },
    { place: "Either", count: 1 },
    { place: "Remote", count: 1 },
  ])
  expect(byPlace(["A", "A", "B", "B", "C", "D"]).at(-1)).toEqual({ place: "Elsewhere", count: 2 })
})

test("what needs a look is named while it is one, and counted when it is many", () => {
  const link = (name: string, is_visible: boolean) => ({ name, is_visible })
  const company = (name: string, is_active: boolean, logo_url: string) => ({
    name,
    is_active,
    logo_url,
  })
  const list = findings(
    [link("Home", true)],
    [link("Privacy", false)],
    [
      company("Nyota", false, "/n.png"),
      company("A", true, "/placeholder-logo.svg"),
      company("B", true, "/placeholder-logo.svg"),
    ],
    [],
    { messages: 0, applicants: 0, heldApplicants: 0 },
  )
  expect(list.map(({ text }) => text)).toEqual([
    "Privacy is hidden in the footer",
    "Nyota is inactive",
    "2 companies use the placeholder logo",
  ])
})

test("nothing that needs a look is left out, however much there is", () => {
  const link = { name: "Hidden", is_visible: false }
  const company = { name: "Nyota", is_active: false, logo_url: "/placeholder-logo.svg" }
  const job = { id: 1, title: "Lead", location: "" }
  const list = findings(
    [link],
    [link],
    [company],
    [{ ...job, responsibilities: [], qualifications: [], preferred: [] }],
    { messages: 3, applicants: 1, heldApplicants: 2 },
  )
  expect(list.map(({ text }) => text)).toEqual([
    "1 new applicant",
    "3 messages held back",
    "2 applications held back",
    "Hidden is hidden in the navigation",
    "Hidden is hidden in the footer",
    "Nyota is inactive",
    "Lead has no responsibilities",
    "Lead has no qualifications",
    "Lead has no preferred items",
    "Nyota uses the placeholder logo",
  ])
  expect(list.slice(0, 3).map(({ path }) => path)).toEqual([
    "/admin/applicants",
    "/admin/messages?show=held",
    "/admin/applicants?show=held",
  ])
})

test.each([
  ["messages by day", messageDays],
  ["subscribers by week", subscriberWeeks],
])("%s are asked for anew when the day changes", (_, query) => {
  expect(query(1).queryKey).not.toEqual(query(2).queryKey)
})
