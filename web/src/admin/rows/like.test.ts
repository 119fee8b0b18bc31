import { expect, test } from "vitest"
import { contains } from "./like"

test("each column is asked for the text", () => {
  expect(contains(["name", "email"], "ana")).toBe('name.ilike."%ana%",email.ilike."%ana%"')
})

test.each([
  ["100%", '"%100\\\\%%"'],
  ["a_b", '"%a\\\\_b%"'],
  ["a*b", '"%a\\\\*b%"'],
  ['say "hi"', '"%say \\"hi\\"%"'],
  ["a,b)", '"%a,b)%"'],
  ["c:\\d", '"%c:\\\\\\\\d%"'],
])("%j is searched as it was typed", (text, value) => {
  expect(contains(["email"], text)).toBe(`email.ilike.${value}`)
})
