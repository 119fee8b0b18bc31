import { expect, it } from "vitest"
import { erasedAt, erasedOn } from "./erased"

const created_at = "2026-11-15T12:00:00Z"

it("tells when an application is erased", () => {
  expect(erasedOn({ created_at, keep_until: "2027-02-01T12:00:00Z" })).toBe("erased on Feb 1, 2027")
})

it("tells it of one whose job is open without an end too", () => {
  expect(erasedOn({ created_at, keep_until: null })).toBe(
    "erased on Nov 15, 2027 if the job stays open",
  )
  expect(erasedAt({ created_at, keep_until: null }, 30)).toBe("2026-12-15T12:00:00.000Z")
})
