import { arrayMove } from "@dnd-kit/sortable"
import { expect, test } from "vitest"
import { asText } from "./as-text"
import { moveOne } from "./move-one"
import { rebase } from "./rebase"

test("a move is told from the order before and after", () => {
  const before = ["a", "b", "c", "d"]
  for (let from = 0; from < 4; from++)
    for (let to = 0; to < 4; to++) {
      const after = arrayMove(before, from, to)
      expect(arrayMove(before, ...moveOne(before, after))).toEqual(after)
    }
})

test("a form can be taken along as text", () => {
  const values = {
    title: "Founding Engineer",
    about: "<p>Own <b>checkout</b>.</p>",
    rank: 1,
    empty: "",
    responsibilities: ["Ship", ""],
    featured_areas: [{ title: "One" }],
  }
  expect(asText(values)).toBe(
    [
      "Title: Founding Engineer",
      "About: Own checkout .",
      "Responsibilities 1: Ship",
      "Featured areas 1, Title: One",
    ].join("\n"),
  )
})

test("recovered text leaves what was not touched as it is stored now", () => {
  const before = { title: "Old", rank: 3, lists: ["a"] }
  const now = { title: "Old", rank: 7, lists: ["a", "b"] }
  expect(rebase({ ...before, title: "Typed" }, before, now)).toEqual({ ...now, title: "Typed" })
  expect(rebase({ ...before, rank: 7 }, before, now)).toEqual(now)
  expect(rebase({ ...before, lists: ["c"] }, before, now)).toBeUndefined()
})
