import { expect, test } from "vitest"
import { checkPassword } from "./password"

test.each([
  ["", "Use at least 12 characters."],
  ["elevenchars", "Use at least 12 characters."],
  ["x".repeat(1025), "Use at most 1024 characters."],
])("a password of %j is refused before it is sent", (password, message) => {
  expect(checkPassword(password)).toBe(message)
})

test.each(["twelve chars", "пароль", "x".repeat(1024)])("%j is left to the server", (password) => {
  expect(checkPassword(password)).toBeUndefined()
})
