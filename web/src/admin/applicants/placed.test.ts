import { expect, test } from "vitest"
import { type Columns, placed } from "./placed"
import { type Application, STAGES } from "./stages"

const row = (id: number, stage: Application["stage"]) =>
  ({ id, stage, outcome: "", created_at: `2026-11-0${id}T00:00:00Z` }) as Application

const columns = (...rows: Application[]) =>
  Object.fromEntries(
    STAGES.map((stage) => {
      const own = rows.filter((one) => one.stage === stage)
      // More than are shown.
      return [stage, { rows: own, total: own.length + 10 }]
    }),
  ) as Columns

const shown = (all: Columns) =>
  Object.fromEntries(
    STAGES.map((stage) => [stage, [all[stage].rows.map(({ id }) => id), all[stage].total]]),
  )

test("a card that was moved is in its new column, by its age, and counted there", () => {
  const before = columns(row(1, "new"), row(3, "read"), row(2, "talking"), row(4, "talking"))
  const moved = new Map([[3, row(3, "talking")]])
  expect(shown(placed(before, moved))).toEqual({
    new: [[1], 11],
    read: [[], 10],
    talking: [[4, 3, 2], 13],
    offer: [[], 10],
    closed: [[], 10],
  })
})

test("once the server has moved it too, nothing changes any more", () => {
  const after = columns(row(1, "new"), row(3, "talking"))
  expect(shown(placed(after, new Map([[3, row(3, "talking")]])))).toEqual(shown(after))
  expect(placed(after, new Map())).toBe(after)
})
