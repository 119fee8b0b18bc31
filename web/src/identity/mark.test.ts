import { describe, expect, test } from "vitest"
import { DEFAULT_MARK, FRAMES, PLACES } from "./identity"
import { initialOf } from "./letters"
import { favicon, legible, mark } from "./mark"
import { theme } from "./theme"

const everyMark = FRAMES.flatMap((frame) => [
  ...PLACES.map((dot) => ({ frame, dot, initial: "" })),
  ...[..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].map((initial) => ({ frame, initial })),
])

test("every mark is legible at 16 pixels", () => {
  expect(everyMark.filter((one) => !legible(one).ok)).toEqual([])
})

test("the default mark is the one that Vitrine came with, its dot in two parts", () => {
  expect(mark(DEFAULT_MARK)).toBe(
    '<svg class="mk" viewBox="0 0 24 28" aria-hidden="true" focusable="false"><path d="M1 27V12a11 11 0 0 1 22 0v15Z" fill="currentColor"/><g class="mk-dot"><circle cx="15.6" cy="19.6" r="4.8" fill="var(--mark-disc)"/><circle cx="15.6" cy="19.6" r="3.17" fill="var(--mark-core)"/></g></svg>',
  )
})

describe("a name gives its initial", () => {
  test.each([
    ["Émile", "E"],
    ["Ọ̀run", "O"],
    ["3", "3"],
    ["«quay»", "Q"],
    ["أهلا", ""],
    ["😀", ""],
    ["", ""],
    ["toString", "T"],
  ])("%s: %s", (name, initial) => expect(initialOf(name)).toBe(initial))
})

test("whatever is stored, a mark comes out", () => {
  const odd = { frame: "<svg>", dot: 7, initial: { a: 1 } } as never
  expect(mark(odd)).toBe(mark(DEFAULT_MARK))
  expect(mark({ initial: "😀" })).toBe(mark(DEFAULT_MARK))
})

test("files of their own have plain colours, and the favicon follows the browser's theme", () => {
  const { light, dark } = theme({ hue_glass: 242, hue_dot: 95 })
  const made = theme({ hue_glass: 242, hue_dot: 95 })
  expect(favicon({ initial: "K" }, made)).toContain(`:root{--f:${light.ink};`)
  expect(favicon({}, made)).toContain(`@media (prefers-color-scheme:dark){:root{--f:${dark.ink};`)
})
