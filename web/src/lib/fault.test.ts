import { expect, test } from "vitest"
import { isConflict, isSignedOut, sentence } from "./fault"

const fault = (code: string, message: string, hint: string | null = null) =>
  Object.assign(new Error(message), { code, hint })

test("a broken rule is told in the spec's words", () => {
  const error = fault("23514", 'violates check constraint "x"', "Must be a valid URL")
  expect(sentence(error, "Failed")).toBe("Must be a valid URL")
})

test("without them the server's message stands", () => {
  expect(sentence(fault("42501", "permission denied for table t"), "Failed")).toBe(
    "permission denied for table t",
  )
})

test.each([
  ["no answer", new TypeError("Failed to fetch")],
  ["a broken server", fault("XX000", "internal error")],
  ["a server without its database", fault("PGRST002", "no connection")],
])("%s is told in our words", (_, error) => {
  expect(sentence(error, "Failed to update footer link")).toBe("Failed to update footer link")
})

test("an outdated version is a conflict, and so is a row that is gone", () => {
  expect(isConflict(fault("40001", "changed"))).toBe(true)
  expect(isConflict(fault("PGRST116", "no rows"))).toBe(true)
  expect(isConflict(fault("23505", "taken"))).toBe(false)
})

test("only a refused token, or one without its second factor, ends the session", () => {
  expect(isSignedOut(fault("PGRST303", "JWT expired"))).toBe(true)
  expect(isSignedOut(fault("insufficient_aal", "needs a code"))).toBe(true)
  expect(isSignedOut(fault("42501", "permission denied"))).toBe(false)
})
