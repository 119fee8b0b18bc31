import { expect, test } from "vitest"
import { about, company, type Site, team } from "@/lib/documents.gen"
import { textsOf, wayTo, wordsOf } from "./texts"

const said = (texts: { field: string; text: string; name: string }[]) =>
  texts.map(({ field, name, text }) => [field, name, text])

test("a document is all that it says, by field, without markup and addresses", () => {
  const doc = {
    id: 1,
    intro_text: "<p>We <em>start</em></p>",
    approach_text: "",
    why_ecommerce: ["Old shelves"],
    focus_areas: [{ id: 4, about_id: 1, title: "Agents", description: "They buy" }],
  }
  expect(said(textsOf(about as never, doc))).toEqual([
    ["about//intro_text", "About, Intro text", "We start"],
    ["about//why_ecommerce.0", "About, Reasons", "Old shelves"],
    ["about//focus_areas.0.title", "About, Agents", "Agents"],
    ["about//focus_areas.0.description", "About, Agents", "They buy"],
  ])
})

test("one of many goes by its name, and a list that is the whole by those of its items", () => {
  const row = { id: 12, name: "Parchi", description: "Receipts", website_url: "https://p.example" }
  expect(said(textsOf(company as never, [row]))).toEqual([
    ["company/12/name", "Parchi, Name", "Parchi"],
    ["company/12/description", "Parchi, Description", "Receipts"],
  ])
  const member = { id: 3, name: "Asha", position: "Partner", company: "<p>Builds</p>" }
  expect(said(textsOf(team as never, [member]))).toEqual([
    ["team//members.0.name", "Team, Asha", "Asha"],
    ["team//members.0.position", "Team, Asha", "Partner"],
    ["team//members.0.company", "Team, Asha", "Builds"],
  ])
})

test("words are what visitors read: the studio's own, else the default", () => {
  const site = { theme: { pack: "plain" }, city: "", language: "en" } as unknown as Site
  const texts = wordsOf(site, [{ key: "team_join", text: "Come along" }] as never)
  const own = wordsOf(site, [])
  expect(texts).toHaveLength(own.length)
  expect(own.every(({ text }) => text)).toBe(true)
})

test("each field has its screen", () => {
  expect(wayTo("page/7/body")).toBe("/admin/pages?edit=7")
  expect(wayTo("contact//description")).toMatch(/^\/admin\/contact-page\?field=/)
  expect(wayTo("footer_link/2/name")).toMatch(/^\/admin\/footer\?tab=links&field=/)
})
