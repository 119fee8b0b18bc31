import { describe, expect, it } from "vitest"
import lines from "../../../internal/schema/testdata/lines.json"
import paths from "../../../internal/schema/testdata/paths.json"
import vectors from "../../../internal/schema/testdata/rules.json"
import { asPath, isEmail, isImage, isLink, isWeb, oneLine } from "./rules"
import { jobListings, navigationLinks } from "./schema.gen"

const rules = { isEmail, isImage, isLink, isWeb }

/** The vectors that internal/schema reads too: what a form takes, the server takes. */
describe.each(Object.entries(rules))("%s agrees with the server", (name, holds) => {
  const cases = vectors.filter((v) => v.rule === name)
  it("is proven by enough vectors", () => expect(cases.length).toBeGreaterThan(40))
  it.each(cases.map((v) => [JSON.stringify(v.input), v.input, v.want] as const))(
    "%s",
    (_, input, want) => expect(holds(input)).toBe(want),
  )
})

it.each([
  [0, "Rank must be at least 1"],
  [1.5, "Rank must be a whole number"],
  [2e9, "Rank must be at most 1000000000"],
])("says what is wrong with rank %d", (rank, said) => {
  const { error } = jobListings.shape.rank.safeParse(rank)
  expect(error?.issues.map(({ message }) => message)).toEqual([said])
})

it.each(lines.map((v) => [JSON.stringify(v.input), v.input, v.want] as const))(
  "makes one line of %s",
  (_, input, want) => {
    expect(oneLine(input)).toBe(want)
    expect(jobListings.shape.location.parse(input)).toBe(want)
  },
)

it.each(paths.map((v) => [v.input, v.want]))(
  "the path %j becomes %j, as on the server",
  (input, want) => {
    expect(asPath(input)).toBe(want)
  },
)

it("a form sends the path with its slash", () => {
  const link = { name: "About", path: " about ", order: 1 }
  expect(navigationLinks.parse(link).path).toBe("/about")
})
