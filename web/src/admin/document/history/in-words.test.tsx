import { expect, test } from "vitest"
import { differences } from "./differences"
import { didInWords, inWords } from "./in-words"
import type { Version } from "./revisions"
import { countOf, shortened, wordDiff } from "./word-diff"

const LABELS: Record<string, string> = {
  title: "Title",
  subtitle: "Subtitle",
  is_visible: "Visible",
  rank: "Rank",
  featured_areas: "Area",
  "featured_areas.0.title": "Title",
  reasons: "Why we build",
  "reasons.0": "reason",
  responsibilities: "Responsibilities",
  "responsibilities.0": "responsibility",
  logo_url: "Logo URL",
}
const naming = { labels: (path: string) => LABELS[path], images: ["logo_url"] }
const said = (before: object, after: object) =>
  inWords(differences(before as never, after as never, naming))

const SUBTITLE = "People and their agents buy from the same shelf."

test.each([
  [
    "Changed 2 words in Subtitle",
    { subtitle: `<p>${SUBTITLE}</p>` },
    { subtitle: "<p>People and their software buy from the same shop.</p>" },
  ],
  ["Rewrote Title", { title: "We build the stores" }, { title: "They run many shops" }],
  ["Cleared Title", { title: "We build" }, { title: "" }],
  ["Filled in Title", { title: null }, { title: "We build" }],
  ["Changed Logo URL", { logo_url: "/a.png" }, { logo_url: "/b.png" }],
  ["Changed Rank from 1 to 3", { rank: 1 }, { rank: 3 }],
  ["Switched Visible off", { is_visible: true }, { is_visible: false }],
  [
    "Changed the formatting of Subtitle",
    { subtitle: "<p>Same words</p>" },
    { subtitle: "<p>Same <b>words</b></p>" },
  ],
  [
    "Rewrote Title, changed 1 word in Subtitle",
    { title: "We build", subtitle: SUBTITLE },
    { title: "They run", subtitle: SUBTITLE.replace("shelf", "shop") },
  ],
])("%s", (words, before, after) => expect(said(before, after)).toBe(words))

const areas = (...titles: string[]) => ({
  featured_areas: titles.map((title) => ({ title, description: `<p>About ${title}</p>` })),
})

test.each([
  ["Added area Third", areas("First", "Second"), areas("First", "Second", "Third")],
  ["Removed area First", areas("First", "Second"), areas("Second")],
  ["Removed 2 areas", areas("First", "Second", "Third"), areas("Second")],
  ["Changed the order of areas", areas("First", "Second"), areas("Second", "First")],
  [
    "Changed area First",
    areas("First"),
    { featured_areas: [{ title: "First", description: "<p>Quite another text</p>" }] },
  ],
  ["Added question How", { questions: [] }, { questions: [{ title: "How" }] }],
  ["Added reason Why not", { reasons: [""] }, { reasons: ["Why not"] }],
  [
    "Changed the order of responsibilities",
    { responsibilities: ["Ship", "Sell"] },
    { responsibilities: ["Sell", "Ship"] },
  ],
])("of a list: %s", (words, before, after) => expect(said(before, after)).toBe(words))

test("items that became other rows are the same items", () => {
  const before = {
    steps: [
      { id: 1, title: "One" },
      { id: 2, title: "Two" },
    ],
  }
  const after = {
    steps: [
      { id: 7, title: "One" },
      { id: 8, title: "Two" },
    ],
  }
  expect(differences(before, after, naming)).toEqual([])
})

test("many changes are counted, not listed", () => {
  const before = { title: "a b", subtitle: "c d", one: "e", two: "f" }
  const after = { title: "b a c", subtitle: "d", one: "g", two: "h" }
  expect(said(before, after)).toBe("Changed Title, Subtitle and 2 more")
})

const a = (action: Version["action"], ...changed: string[]) => ({
  action,
  changed,
  snapshot: {},
  user_id: "ada",
})
const saved = a("saved", "title")

test("a version says what it changed on another screen, too", () => {
  const version = a("saved", "title", "intro_text")
  expect(didInWords(version, [], naming, saved)).toBe("Changed Title and Intro text")
  const back = a("restored", "title")
  expect(didInWords(back, [], naming, saved)).toBe("Changed Title, back to an earlier version")
  expect(didInWords(a("restored"), [], naming, saved)).toBe("Put it back")
  const all = a("restored", "title", "slug")
  expect(didInWords(all, [], naming, a("deleted"))).toBe("Put it back")
})

test("a version is credited with what it changed, and not with what was saved before it and thinned out", () => {
  const before = { title: "Old", subtitle: "Old", hue: "1" }
  const after = { title: "New", subtitle: "New", hue: "2" }
  const version = { ...saved, snapshot: { title: "New", subtitle: "New", theme: {} } }
  expect(didInWords(version, differences(before, after, naming), naming, saved)).toBe(
    "Changed Title, changed Hue",
  )
  expect(didInWords(version, [], naming)).toBe("The oldest that is kept")
  expect(didInWords(a("created"), [], naming)).toBe("First version")
  expect(didInWords(a("imported"), [], naming)).toBe("First version")
  expect(didInWords({ ...saved, user_id: "" }, [], naming)).toBe("First version")
})

test("texts that have little in common are not compared for long", () => {
  const words = (step: number) =>
    Array.from({ length: 16_000 }, (_, at) => `w${(at * step) % 7919}`).join(" ")
  expect(wordDiff(words(1), words(3)).map(({ kind }) => kind)).toEqual(["removed", "added"])
  expect(countOf(words(1), words(3)).isMost).toBe(true)
})

test("what stayed is shown as far as it helps to find the place", () => {
  const long = "word ".repeat(60).trim()
  expect(shortened(long, "first")).toMatch(/^…word( word)+$/)
  expect(shortened(long, "last")).toMatch(/^(word )+word…$/)
  expect(shortened("short", "between")).toBe("short")
})
