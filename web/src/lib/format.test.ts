import { expect, test } from "vitest"
import { clock, feedMoment, fullMoment, moment, shortMoment } from "./format"

test("a moment has its day, which is soon told for today", () => {
  expect(moment(new Date(2026, 10, 14, 10, 20).getTime())).toBe("Nov 14, 2026, 10:20 AM")
  expect(moment(new Date(2020, 0, 2, 15, 5).toISOString())).toBe("Jan 2, 2020, 3:05 PM")
  expect(moment(Date.now())).toMatch(/^Today, \d+:\d\d [AP]M$/)
})

test("a feed tells the last two days by name, and a foot drops what is plain", () => {
  const now = new Date()
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 18, 40)
  const old = new Date(2020, 10, 3, 9, 5).toISOString()
  expect(feedMoment(now.getTime())).toBe(`Today, ${clock(now.getTime())}`)
  expect(feedMoment(yesterday.getTime())).toBe("Yesterday, 18:40")
  expect(feedMoment(old)).toBe("Nov 3, 2020, 09:05")
  expect(fullMoment(old)).toBe("Nov 3, 2020, 09:05")
  expect(shortMoment(now.getTime())).toMatch(/^\d\d:\d\d$/)
  expect(shortMoment(old)).toBe("Nov 3, 2020")
})
