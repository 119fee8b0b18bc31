import { expect, test } from "vitest"
import type { Job } from "@/lib/documents.gen"
import { arrange, type Sort } from "./arrange"

const job = (id: number, title: string, location: string, rank: number, created_at: string): Job =>
  ({
    id,
    title,
    location,
    rank,
    created_at,
    about: `<p>Work on ${title} &amp; more</p>`,
  }) as Job

const jobs = [
  job(1, "designer", "Pune", 2, "2026-01-03T00:00:00Z"),
  job(2, "Engineer", "Agra", 1, "2026-01-01T00:00:00Z"),
  job(3, "Analyst", "Delhi", 3, "2026-01-02T00:00:00Z"),
]
const titles = (search: string, sort: Sort) => arrange(jobs, search, sort).map(({ id }) => id)

test.each([
  ["rank", [2, 1, 3]],
  ["title", [3, 1, 2]],
  ["location", [2, 3, 1]],
  ["newest", [1, 3, 2]],
  ["oldest", [2, 3, 1]],
] as const)("sorted by %s", (sort, order) => expect(titles("", sort)).toEqual(order))

test.each([
  ["DESIGN", [1]],
  ["delhi", [3]],
  ["work on eng", [2]],
  ["& more", [2, 1, 3]],
  ["<p>", []],
  ["  ", [2, 1, 3]],
])("%j is found in title, location or about", (search, found) =>
  expect(titles(search, "rank")).toEqual(found),
)
