import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"))

const textsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? value.split(/<[^>]*>/)
    : Object.values(Object(value)).flatMap((one) => textsIn(one))

type Row = { default?: string; packs?: Record<string, string>; no_city?: Record<string, string> }

/** What a fresh site says and one in another voice must not: names, samples, sentences of its way of talking. */
export function oldTexts(pack: string): string[] {
  const { fallback, seed, seed_demo } = read("src/content/fallback.json")
  const rows = Object.values(read("src/identity/words.json").rows) as Row[]
  const ofPack = (name: string) =>
    rows.flatMap(({ default: one, packs, no_city }) =>
      [one, packs?.[name], no_city?.[name], no_city?.default].filter((text) => text !== undefined),
    )
  // What is said in every voice is nobody's.
  const shared = ofPack(pack).join("\n")
  const own = textsIn([fallback, seed, seed_demo, ofPack("shop")])
    .flatMap((text) => text.split(/\{\w+\}|\S+@\S+/))
    .map((text) => text.trim())
    .filter((text) => isTelling(text) && !shared.includes(text))
  const names = [fallback, seed, seed_demo].flatMap(
    ({ portfolio_companies = [], team_members = [], job_listings = [] }) =>
      [...portfolio_companies, ...team_members, ...job_listings].map(
        ({ name, title }: { name?: string; title?: string }) => name ?? title ?? "",
      ),
  )
  return [...new Set(["Vitrine", "vitrine.example", "Delhi", "India", ...names, ...own])]
}

// A single short word may stand anywhere; names of ours hold no space and a line between words.
const isTelling = (text: string) =>
  (text.length > 12 && !/^\w+_\w+$/.test(text)) || /^\p{Lu}\p{L}+ \p{Lu}/u.test(text)

/** The attributes that are read to people. */
export const READ_OUT = [
  "alt",
  "title",
  "placeholder",
  "aria-label",
  "aria-description",
  "aria-valuetext",
]

/** Everything that a screen says: texts, labels, what fields hold, the title of the tab. */
export const spokenOn = (page: Page) =>
  page.evaluate((spoken) => {
    const texts = [document.title]
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      // What was done last tells of what was removed, as Activity does.
      if (!node.parentElement?.closest("script, style, .last-entry"))
        texts.push(node.nodeValue ?? "")
    for (const one of document.body.querySelectorAll("*")) {
      for (const name of spoken) texts.push(one.getAttribute(name) ?? "")
      if (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement)
        texts.push(one.value)
    }
    return texts.join("\n")
  }, READ_OUT)

/** A letter as a mail program shows it. */
export const readable = (letter: string) =>
  letter
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, text: string) => text.replaceAll("_", " "))
    .replace(/=\r?\n/g, "")
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"),
    )
