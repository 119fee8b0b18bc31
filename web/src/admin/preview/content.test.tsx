import { expect, test } from "vitest"
import { partOf } from "@/lib/document"
import { type Company, company, hero, process, team } from "@/lib/documents.gen"
import { contentOf, rowAt, rowsOf } from "./content"

test("a form's values stand where pages have them", () => {
  const areas = [{ title: "A", description: "" }]
  const typed = { ...hero.empty, title: "New", featured_areas: areas }
  expect(contentOf(hero, typed)).toEqual({ hero_content: typed })
  const steps = [{ title: "One", description: "", icon: "Search" as const }]
  expect(contentOf(process, { title: "T", subtitle: "S", steps })).toEqual({
    process_content: { title: "T", subtitle: "S" },
    process_steps: steps,
  })
  const text = partOf(process, "process-text", ["title", "subtitle"])
  expect(contentOf(text, { title: "T", subtitle: "S" })).toEqual({
    process_content: { title: "T", subtitle: "S" },
  })
  expect(contentOf(team, { members: [] })).toEqual({ team_members: [] })
})

const row = (id: number, display_order: number, is_active = true) =>
  ({ id, name: `C${id}`, display_order, is_active }) as Company

test("visitors see the rows that are shown, in their order, with the one that is edited", () => {
  const rows = [row(1, 0), row(2, 1, false), row(3, 2)]
  const names = (edited?: { id: number | undefined; values: object }) =>
    (rowsOf(company, rows, edited).portfolio_companies as Company[]).map(({ name }) => name)
  expect(names()).toEqual(["C1", "C3"])
  expect(names({ id: 3, values: { name: "New", display_order: -1 } })).toEqual(["New", "C1"])
  expect(names({ id: 1, values: { is_active: false } })).toEqual(["C3"])
  const values = { name: "Fresh", is_active: true, display_order: 1 }
  expect(names({ id: undefined, values })).toEqual(["C1", "Fresh", "C3"])
})

test("a press finds its row by its id, or by its place among those that visitors see", () => {
  const rows = [row(1, 0, false), row(2, 1), row(3, 2)]
  expect(rowAt(company, rows, "3")).toBe(3)
  expect(rowAt(company, rows, "#1")).toBe(3)
  expect(rowAt(company, rows, "#5")).toBeUndefined()
  expect(rowAt(company, rows, "9")).toBeUndefined()
})
