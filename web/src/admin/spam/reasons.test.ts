import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { reasonsOf, sentenceOf } from "./reasons"

/** All that the spam check can write down, as its source has it. */
const REASONS = ["read.go", "endpoint.go", "token.go"].flatMap((file) => {
  const source = readFileSync(`../internal/shield/${file}`, "utf8")
  const given = source.matchAll(/(?:add\([^"\n]*|\{\w+, |, )"([A-Z][^"]+)"|Sprintf\("(%d links)"/g)
  return [...given].map(([, text, links]) => text ?? links?.replace("%d", "4") ?? "")
})

test("every reason of the spam check has a sentence of its own", () => {
  expect(REASONS.length).toBeGreaterThan(20)
  const other = sentenceOf("something else")
  expect(REASONS.filter((reason) => sentenceOf(reason) === other)).toEqual([])
})

test("what staff called spam has no reasons", () => {
  expect(reasonsOf({ spam_reasons: null })).toEqual([])
  expect(reasonsOf({ spam_reasons: ["4 links"] })).toEqual(["4 links"])
})
