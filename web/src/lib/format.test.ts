import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  clock,
  clockIn,
  daysAhead,
  feedMoment,
  fullMoment,
  inputIn,
  minutesAndSeconds,
  momentIn,
  momentOf,
  shortDate,
  shortMoment,
  weekdayIn,
} from "./format"

// No test sees a day end.
beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 15, 12) }))
afterEach(() => void vi.useRealTimers())

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

test("hours are counted to 24, and a list has the date alone", () => {
  const afternoon = new Date(2026, 10, 14, 15, 5).toISOString()
  expect(shortDate(afternoon)).toBe("Nov 14, 2026")
  expect(fullMoment(afternoon)).toBe("Nov 14, 2026, 15:05")
  expect(clock(afternoon)).toBe("15:05")
})

test("a moment is told where the studio is, and typed there", () => {
  const at = "2026-11-20T03:30:00.000Z"
  expect(momentIn(at, "Asia/Kolkata")).toBe("Nov 20, 2026, 09:00")
  expect(clockIn("2026-11-20T18:30:00Z", "Asia/Kolkata")).toBe("00:00")
  expect(weekdayIn("2026-11-20T20:00:00Z", "Asia/Kolkata")).toBe("Saturday")
  expect(new Date(momentOf("2026-11-20T09:00", "Asia/Kolkata")).toISOString()).toBe(at)
  expect(inputIn(at, "Asia/Kolkata")).toBe("2026-11-20T09:00")
  expect(momentOf("", "Asia/Kolkata")).toBeNaN()
  // An hour after clocks go forward, and one after they go back.
  for (const typed of ["2026-03-29T03:30", "2026-10-25T03:30"])
    expect(inputIn(momentOf(typed, "Europe/Berlin"), "Europe/Berlin")).toBe(typed)
})

test("days ahead are those of the calendar", () => {
  const day = (days: number) => {
    const now = new Date()
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12).getTime()
  }
  expect([0, 1, 5].map((days) => daysAhead(day(days)))).toEqual(["today", "tomorrow", "in 5 days"])
  expect(minutesAndSeconds(42)).toBe("0:42")
})

// A picture of a date, or of a time, that is made anywhere else.
const WRITES =
  /toLocale(Date|Time)String|\bnew Date\([^)]*\)\.toLocaleString|Intl\.(DateTime|RelativeTime)Format|import \{[^}]*\b(format|formatDistance\w*|formatRelative|lightFormat|intlFormat\w*)\b[^}]*\} from "date-fns"/

test("no screen writes a date by itself", () => {
  const files = ["src/admin", "src/ui", "src/lib"].flatMap((floor) =>
    readdirSync(floor, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/format(\.test)?\.ts$/.test(name))
      .map((name) => join(floor, name)),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => WRITES.test(readFileSync(file, "utf8")))).toEqual([])
})
