import { describe, expect, it } from "vitest"
import { hostName, plainText, sentences, stripTags } from "./text"

describe("stripping tags from what a visitor types", () => {
  it.each([
    ["<b>bold</b>", "bold"],
    ["1 < 2", "1 < 2"],
    ["R&D", "R&D"],
    ["a <script>alert(1)</script> b", "a alert(1) b"],
    ["<!-- hidden -->shown", "shown"],
    ["if a<b and c>d", "if ad"],
    ["<3", "<3"],
    ["half <open", "half <open"],
    ["<<b>b>gone", "gone"],
    ["\u{1f6cd}<i>\u{1f6cd}", "\u{1f6cd}\u{1f6cd}"],
  ])("%s becomes %s", (typed, kept) => expect(stripTags(typed)).toBe(kept))
})

describe("a headline", () => {
  it.each([
    ["Software is going shopping. We build the stores.", 2],
    ["Version 2.5 is here. Buy it.", 2],
    ["Costs 2.5 times less", 1],
    ["No stop at all", 1],
    ["One. Two. Three", 3],
    ["Stores for U.S. companies", 1],
    ["We sell to U.S. Companies. They buy.", 2],
    ["J. Doe writes. We read.", 2],
    ["Approx. two days. Ends here.", 2],
    ["Made by N.A.S.A. Not by us", 1],
    ["By NASA. Not by us", 2],
    ["Version 2. Élan is next. Über alles", 3],
    ["He said so. \u201cWe build\u201d it. (Always)", 3],
    ["हम बनाते हैं. आप बेचते हैं.", 2],
    ["\u{1f6cd}. Shops", 2],
    ["  The  end.  ", 1],
  ])("%s has %i lines", (title, lines) => expect(sentences(title)).toHaveLength(lines))
})

it("reads rich text as words", () => {
  expect(plainText("<p>Shops &amp; agents</p><p>Next</p>")).toBe("Shops & agents Next")
  expect(plainText('<p><strong>Bold</strong>, <a href="/x">link</a>.<br>Next</p>')).toBe(
    "Bold, link. Next",
  )
})

it("names the host of an address", () => {
  expect(hostName("https://www.parchi.example/shop?a=1")).toBe("parchi.example")
})
