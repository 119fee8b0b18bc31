import { expect, test } from "vitest"
import { daysLeft, inTrashFor, keptFor, mindChange, waits, whatBecomes } from "./trash-time"

test("days count down to the last one", () => {
  const at = "2026-11-01T12:00:00Z"
  const after = (days: number) => Date.parse(at) + days * 24 * 3600 * 1000
  expect([0, 0.5, 29, 29.9, 31].map((days) => daysLeft(at, after(days)))).toEqual([30, 30, 1, 1, 0])
  expect([0, 89, 90].map((days) => daysLeft(at, after(days), 90))).toEqual([90, 1, 0])
  expect(daysLeft(at, after(4000), 0)).toBeUndefined()
})

test("all sentences follow the time that the server keeps things for", () => {
  expect(whatBecomes()).toBe(
    "Deleted things wait here for 30 days, then they are removed for good.",
  )
  expect(mindChange()).toMatch(
    /^You have 30 days to change your mind: until \w{3} \d+, \d{4} it waits in Trash\.$/,
  )
  expect([waits(1), inTrashFor(90)]).toEqual(["for 1 day", "In Trash for 90 days"])
  expect(mindChange(90)).toMatch(/^You have 90 days to change your mind: until /)
})

test("where nothing is ever removed, none of them names a time", () => {
  expect(whatBecomes(0)).toBe("Deleted things wait here until they are deleted for good.")
  expect(inTrashFor(0)).toBe("In Trash")
  expect(mindChange(0)).toBe("You can change your mind: it waits in Trash.")
})

test("how long it is known who did what is said as the server keeps it", () => {
  expect([365, 730, 90, 0].map((days) => keptFor(days))).toEqual([
    "Kept for a year.",
    "Kept for 2 years.",
    "Kept for 90 days.",
    "Kept for good.",
  ])
})
