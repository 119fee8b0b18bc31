import { expect, test } from "vitest"
import { fileName } from "./export-subscribers"

test("the file is named by the day", () => {
  expect(fileName(new Date(2026, 10, 5, 23))).toBe("newsletter-subscribers-2026-11-05.csv")
})
