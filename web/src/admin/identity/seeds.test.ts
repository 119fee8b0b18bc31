import { expect, test } from "vitest"
import { DEFAULT_MARK, DEFAULT_THEME, PACKS } from "@/identity/identity"
import { about, contact, footer, hero, process } from "@/lib/documents.gen"
import type { Look } from "./look"
import { pageParts, seedsOf } from "./seeds"

const look = (some: Partial<Look>): Look => ({
  name: "Tallyrow",
  city: "Lagos",
  country: "Nigeria",
  language: "en",
  time_zone: "UTC",
  icon_url: "",
  ...DEFAULT_THEME,
  ...DEFAULT_MARK,
  ...some,
})

test.each(PACKS)(
  "the first texts of %s keep to the rules of their tables and name the studio",
  (pack) => {
    for (const city of ["Lagos", ""]) {
      const seeds = seedsOf(look({ pack, city }))
      hero.rules.parse(seeds.hero)
      process.rules.parse(seeds.process)
      about.rules.parse(seeds.about)
      contact.rules.parse({ ...contact.empty, ...seeds.contact })
      footer.rules.parse({ ...footer.empty, ...seeds.footer })
      const text = JSON.stringify(seeds)
      expect(text).not.toMatch(/[{]\w+[}]|undefined|Vitrine/)
      expect(text).toContain("Tallyrow")
      expect(text.includes("Lagos")).toBe(city !== "")
    }
  },
)

test("a name is text, whatever it looks like", () => {
  const { hero: made } = seedsOf(look({ name: "<b>A & B</b>", pack: "workshop" }))
  expect(made.subtitle).toContain("&lt;b&gt;A &amp; B&lt;/b&gt;")
})

test("a preview gets the parts that are given, by the names of their tables", () => {
  const { hero: made, process: steps } = seedsOf(look({}))
  expect(Object.keys(pageParts({ hero: made }))).toEqual(["hero_content"])
  expect(Object.keys(pageParts({ process: steps }))).toEqual(["process_content", "process_steps"])
})
