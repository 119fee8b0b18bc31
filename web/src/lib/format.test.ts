import { expect, test } from "vitest"
import { moment } from "./format"

test("a moment has its day, which is soon told for today", () => {
  expect(moment(new Date(2026, 10, 14, 10, 20).getTime())).toBe("Nov 14, 2026, 10:20 AM")
  expect(moment(new Date(2020, 0, 2, 15, 5).toISOString())).toBe("Jan 2, 2020, 3:05 PM")
  expect(moment(Date.now())).toMatch(/^Today, \d+:\d\d [AP]M$/)
})
