import { expect, test } from "vitest"
import { allRows } from "./all-rows"

test.each([
  [0, 1],
  [999, 1],
  [1000, 2],
  [2500, 3],
])("%i rows are all there after %i requests", async (count, requests) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id }))
  let asked = 0
  const read = async (from: number, to: number) => {
    asked++
    return { data: rows.slice(from, to + 1) }
  }
  expect(await allRows(read)).toEqual(rows)
  expect(asked).toBe(requests)
})
