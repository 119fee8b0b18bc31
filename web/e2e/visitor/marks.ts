import { readFileSync } from "node:fs"
import type { WordKey, WordRow } from "../../src/identity/words"
import type { Site } from "../admin/site"

/** What editors write in free words, by table. */
export const TEXTS = {
  hero_content: "title subtitle cta_primary_text cta_secondary_text",
  featured_areas: "title description",
  process_content: "title subtitle",
  process_steps: "title description",
  portfolio_companies: "name description",
  about_content: "intro_text approach_text",
  focus_areas: "title description",
  team_members: "name position company",
  contact_info: "location description",
  social_links: "platform",
  job_listings: "title location about how_to_apply",
  job_responsibilities: "description",
  job_qualifications: "description",
  job_preferred: "description",
  navigation_links: "name",
  footer_content: "company_description location",
  footer_links: "name section",
}

const ROWS: Record<WordKey, WordRow> = JSON.parse(
  readFileSync("src/identity/words.json", "utf8"),
).rows
const said = (Object.keys(ROWS) as WordKey[]).filter((key) => ROWS[key].kind !== "seed")

/** A marker for a sentence, with the placeholders that it has. */
export function markOf(key: WordKey): string {
  const mark = `⟦${said.indexOf(key)}⟧`
  if (key === "date_months") return Array(12).fill(mark).join(" ")
  const text = ROWS[key].default ?? ROWS[key].packs?.shop ?? ""
  return mark + (text.match(/\{\w+\}/g) ?? []).join(" ")
}

/** Replaces every sentence and all content of a site by markers. */
export async function markAll(site: Site) {
  const send = (method: string, path: string, body: object) =>
    site.api(`/rest/v1/${path}`, { as: "editor", method, body: JSON.stringify(body) })
  await send(
    "POST",
    "site_words",
    said.map((key) => ({ key, text: markOf(key) })),
  )
  for (const [table, columns] of Object.entries(TEXTS)) {
    const marks = columns.split(" ").map((column) => [column, `⟦${column}⟧`])
    await send("PATCH", `${table}?id=gt.0`, Object.fromEntries(marks))
  }
  await send("PATCH", "site_settings?id=eq.1", { name: "⟦studio⟧", city: "⟦city⟧" })
  await send("PATCH", "footer_content?id=gt.0", { social_links: [] })
  await send("PATCH", "about_content?id=gt.0", { why_ecommerce: ["⟦why⟧"] })
}

/** The sentences whose markers are in a text. */
export const keysIn = (text: string): WordKey[] =>
  [...text.matchAll(/⟦(\d+)⟧/g)].map(([, at]) => said[Number(at)] as WordKey)

/** What a text says besides markers, addresses, numbers and sizes; nothing when that has no letter. */
export function left(text: string): string {
  const rest = text
    .replace(/⟦[^⟦⟧]*⟧/g, " ")
    .replace(/\S+@\S+|https?:\S+|\b[\w-]+(\.[\w-]+)*\.example\b/g, " ")
    .replace(/\d MB\b/g, " ")
    .trim()
  return /\p{L}/u.test(rest) ? rest : ""
}
