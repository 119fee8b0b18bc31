import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { PACKS } from "./identity"
import {
  defaultWord,
  PLACEHOLDERS,
  placeholdersOf,
  type Values,
  WORD_KEYS,
  WORDS,
  type WordKey,
  wordsOf,
} from "./words"

const twelve = { name: "Northbeamers", city: "Johannesburg" }

describe.each(WORD_KEYS)("%s", (key) => {
  const row = WORDS[key]

  test("has one text, or one for each pack", () => {
    if (row.packs) expect(Object.keys(row.packs).sort()).toEqual([...PACKS].sort())
    expect(Boolean(row.packs)).not.toBe(Boolean(row.default))
    expect(row.kind === "function").toBe(row.default !== undefined && row.kind !== "seed")
  })

  test("fits, for any pack and with a name and a city of twelve letters", () => {
    for (const pack of PACKS)
      for (const hasCity of [true, false]) {
        const text = defaultWord(key, pack, hasCity)
        const full = text.replace("{studio}", twelve.name).replace("{city}", twelve.city)
        expect([...full.replace(/\{\w+\}/g, "")].length).toBeLessThanOrEqual(row.max)
      }
  })

  test("uses known placeholders, and does without the city where there is none", () => {
    for (const name of placeholdersOf(key)) expect(Object.keys(PLACEHOLDERS)).toContain(name)
    for (const pack of PACKS) expect(defaultWord(key, pack, false)).not.toContain("{city}")
  })
})

const said: Case[] = JSON.parse(readFileSync("../internal/words/testdata/said.json", "utf8"))

type Case = {
  key: string
  text: string
  own?: string
  values?: object
  pack?: string
  city?: string
  language?: string
  name?: string
}

/** What the pages said before their words were rows. */
const TODAY = {
  copy: {
    careers_title: "Work worth putting in the window.",
    careers_lead:
      "Small teams, one venture at a time. You will see customers in your first week and ship in your second.",
    careers_empty_title: "Every place is taken for now.",
    careers_empty_text:
      "No open roles today. Subscribe below and we will write when the next one opens.",
    contact_title: "Tell us what is missing.",
    portfolio_title: "Now in the window.",
    portfolio_lead: "Companies we started and still work on.",
    join_title: "Join Our Team",
    join_text:
      "Some of the best work here has no one standing next to it yet. We hire people who like shops, software and finishing things.",
    join_cta: "See open roles",
    newsletter_title: "Notes from the window",
    newsletter_text:
      "One letter a month on what we are building and what agents are learning to buy.",
    why_title: "Why we build in commerce",
    sent_title: "Message received.",
    not_found_title: "Oops! Page not found",
    not_found_text:
      "This object has been removed from display, or was never in the collection. The rest of the shop is open.",
    login_title: "Behind the counter",
    login_text: "Sign in to edit the site.",
  },
  head: {
    title: "Vitrine | Venture studio for AI and eCommerce",
    description:
      "Vitrine is a venture studio in Delhi. We start AI and eCommerce companies for a market where people and their agents buy from the same shelf.",
    keywords: "venture studio, agentic commerce, AI marketplaces, eCommerce, Delhi, India",
  },
}

describe("the words of a studio", () => {
  test("fill in its name and city", () => {
    const word = wordsOf({ pack: "neutral", name: "Northbeam", city: "Lisbon" })
    expect(word("head_title")).toBe("Northbeam | Venture studio in Lisbon")
    expect(word("copyright", { year: 2026 })).toBe("© 2026 Northbeam. All rights reserved.")
    expect(wordsOf({ pack: "neutral", name: "Northbeam" })("head_title")).toBe(
      "Northbeam | Venture studio",
    )
  })

  test("are today's for a site of today", () => {
    const word = wordsOf({ pack: "shop", name: "Vitrine", city: "Delhi" })
    for (const [key, text] of Object.entries(TODAY.copy)) expect(word(key as WordKey)).toBe(text)
    expect(word("head_title")).toBe(TODAY.head.title)
    expect(word("head_description")).toBe(TODAY.head.description)
  })

  test("are the studio's own where it wrote some, else those of the pack", () => {
    const word = wordsOf({ pack: "workshop", stored: { join_title: "Komm rein", team_title: " " } })
    expect(word("join_title")).toBe("Komm rein")
    expect(word("team_title")).toBe("At the bench")
    expect(wordsOf({ pack: "opera" })("team_title")).toBe("Team")
  })

  test("leave the city out where it would not fit, and where there is none", () => {
    const long = { pack: "neutral", name: "N".repeat(40), city: "Lisbon" }
    expect(wordsOf(long)("head_title")).toBe(`${"N".repeat(40)} | Venture studio`)
    const own = { pack: "neutral", stored: { head_title: "We are in {city}" } }
    expect(wordsOf(own)("head_title")).toBe("Vitrine | Venture studio")
  })

  test("take values as they are, whatever they look like", () => {
    const word = wordsOf({ name: "{city}", city: "<b>" })
    expect(word("mail_notice_subject", { subject: "{studio} $& $1" })).toBe(
      "New message: {studio} $& $1",
    )
    expect(word("brand_label")).toBe("{city}, home")
    expect(word("jobs_more")).toBe("And  more...")
  })
})

test("sentences are said as the server says them", () => {
  for (const { key, text, own = "", values, ...who } of said)
    expect(wordsOf({ ...who, stored: { [key]: own } })(key as WordKey, values as Values)).toBe(text)
})
