import { expect, test } from "vitest"
import { takeChanges, withChanges, withoutChanges } from "./word-marks"

const shown = (before: string, after: string, isHtml = false) =>
  withChanges(before, after, isHtml).replace(
    /[\uFDE1-\uFDE3]/g,
    (mark) => ({ "\uFDE1": "[-", "\uFDE2": "[+", "\uFDE3": "]" })[mark] ?? "",
  )

test("words that went and came stand beside each other", () => {
  expect(shown("We build the stores.", "We run the stores.")).toBe("We [-build] [+run] the stores.")
  expect(shown("One two three", "One three")).toBe("One [-two] three")
  expect(shown("One three", "One two three")).toBe("One [+two] three")
  expect(shown("", "New")).toBe("[+New]")
  expect(shown("The same.", "The same.")).toBe("The same.")
})

test("words in a row that changed are read in a row", () => {
  expect(shown("A three", "Software shops. We build the stores.")).toBe(
    "[-A three] [+Software shops]. [+We build the stores].",
  )
  expect(shown("Button B2", "Build with us")).toBe("[-Button B2] [+Build with us]")
  expect(shown("<p>One two</p>", "<p>Three four</p>", true)).toBe("<p>[-One two] [+Three four]</p>")
  expect(shown("a, b stays", "c, d stays")).toBe("[-a] [+c], [-b] [+d] stays")
})

test("rich text keeps its tags, and where they differ no word is marked", () => {
  expect(shown("<p>Agents buy <b>here</b></p>", "<p>Software buy <b>here</b></p>", true)).toBe(
    "<p>[-Agents] [+Software] buy <b>here</b></p>",
  )
  expect(shown("<p>One two</p>", "<p><b>One</b> three</p>", true)).toBe("<p><b>One</b> three</p>")
  expect(shown("<p>R&amp;D</p>", "<p>R&amp;B</p>", true)).toBe("<p>R&amp;[-D] [+B]</p>")
})

test("marks are taken out of what is drawn", () => {
  const text = { data: withChanges("We build", "We run", false) } as Text
  takeChanges(text)
  expect(text.data).toBe("We build run")
  expect(withoutChanges(withChanges("a b", "a c", false))).toBe("a b c")
})
