import { fieldOf, SUBJECTS } from "@/lib/preview"
import type { PageData, SiteIdentity } from "@/site/data"
import { defaults, type WordKey } from "@/site/words.gen"
import { type Part, parts, type Shape } from "./fields.gen"

// Noncharacters: Unicode keeps them for use within a program, so no text of an editor has them.
const OPEN = "\uFDD0"
const CLOSE = "\uFDEF"
const ZERO = 0xfdd1
const MARK = /\uFDD0([\uFDD1-\uFDE0]+)\uFDEF/
const ANY = /[\uFDD0-\uFDE0\uFDEF]|%EF%B7%[9A][0-9A-F]/gi

/** What a mark stands for, of the first one in a text. */
export const markIn = (text: string, fields: string[]): string | undefined => {
  const [, code] = MARK.exec(text) ?? []
  return code === undefined ? undefined : fields[numberOf(code)]
}

export const unmarked = (text: string) => text.replace(ANY, "")

const codeOf = (n: number) =>
  [...n.toString(16)]
    .map((digit) => String.fromCharCode(ZERO + Number.parseInt(digit, 16)))
    .join("")

const numberOf = (code: string) =>
  Number.parseInt([...code].map((c) => (c.charCodeAt(0) - ZERO).toString(16)).join(""), 16)

export type Marked = {
  data: PageData
  /** The field of each mark. */
  fields: string[]
  /** The field that a text comes from which has no mark: within drawings, or written by the server. */
  sourceOf: (text: string) => string | undefined
}

type Mark = (text: string, field: string) => string

// A field keeps its number, so that a part that is the same is marked the same.
const fields: string[] = []
const numbers = new Map<string, number>()
const said = new Map<string, string>()
/** Sentences with gaps, by their fields. */
const gapped = new Map<string, RegExp>()

function sourceOf(text: string): string | undefined {
  const known = said.get(text)
  if (known) return known
  for (const [field, sentence] of gapped) if (sentence.test(text)) return field
}

const mark: Mark = (text, field) => {
  const plain = unmarked(text)
  if (plain.trim() === "") return ""
  if (!said.has(plain)) said.set(plain, field)
  const number = numbers.get(field) ?? fields.push(field) - 1
  numbers.set(field, number)
  return OPEN + codeOf(number) + CLOSE + plain
}

const known = new WeakMap<object, unknown>()

/** What was made of the same thing before. */
function once<Of extends object, Made>(of: Of, make: () => Made): Made {
  if (!known.has(of)) known.set(of, make())
  return known.get(of) as Made
}

/** A page whose texts say which field each comes from, in characters that are taken out before anyone sees it. */
export function marked(page: PageData): Marked {
  const address = /^\/(?:careers\/|letters\/)?([a-z0-9-]+)/.exec(page.path)?.[1]
  const content = Object.entries(page).map(([key, value]) => {
    const part = parts[SUBJECTS[key] ?? key]
    return [key, part ? once(value, () => markedPart(key, value, part, address)) : value]
  })
  const site = once(page.site, () => ({ ...page.site, words: markedWords(page) }))
  return { data: { ...Object.fromEntries(content), site }, fields, sourceOf }
}

/** Parts that a page shows in another way than they are stored: jobs in short, networks as icons that go by their names. */
const ELSE: Record<string, Shape> = {
  job_listings: { title: "text", location: "text", about: "text", responsibilities: ["text"] },
  footer_content: { company_description: "rich", email: "text", location: "text" },
  reach: { email: "text", location: "text" },
}

type Row = { id?: number | string; slug?: string }

function markedPart(key: string, value: unknown, part: Part, address?: string): unknown {
  const { document, list, each } = part
  const shape = ELSE[key] ?? part.shape
  const idOf = ({ id, slug = isSubject ? address : undefined }: Row, index: number) =>
    id ?? (slug ? `@${slug}` : `#${index}`)
  const isSubject = key in SUBJECTS
  const one = (row: Row, index: number) =>
    walk(row, shape, list === undefined ? "" : `.${list}.${index}`, (text, path) =>
      mark(text, fieldOf(document, each ? idOf(row, index) : "", path.slice(1))),
    )
  return Array.isArray(value) ? oncePerSection(value.map(one)) : one(value as Row, 0)
}

function walk(value: unknown, shape: Shape | undefined, path: string, mark: Mark): unknown {
  if (!shape || shape === "image" || value === null || value === undefined) return value
  if (typeof shape === "string") return mark(String(value), path)
  if (Array.isArray(shape)) {
    const items = (value as unknown[]).map((item, at) =>
      walk(item, shape[0], `${path}.${at}`, mark),
    )
    // An empty line of a form is no item of a page.
    return items.filter((item) => item !== "")
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      walk(held, shape[key], `${path}.${key}`, mark),
    ]),
  )
}

/** Links are grouped by their section, so that one has one mark: that of its first link. */
function oncePerSection(rows: unknown[]): unknown[] {
  const sections = new Map<string, string>()
  return (rows as { section?: string }[]).map((row) => {
    if (row.section === undefined) return row
    const plain = unmarked(row.section)
    if (!sections.has(plain)) sections.set(plain, row.section)
    return { ...row, section: sections.get(plain) }
  })
}

// What drawings say is measured, and dates are taken apart.
const UNMARKED = /^(scene_tag_|empty_label|date_|number_)/

const filled = (text: string, { name, city = "" }: SiteIdentity) =>
  text.replaceAll("{studio}", name).replaceAll("{city}", city)

const GAP = /\{\w+\}/
const GAPS = /\{\w+\}/g
// What has none would fit any text.
const WORD = /\p{L}{3}/u

const asPattern = (sentence: string) =>
  new RegExp(`^${sentence.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(GAPS, ".+")}$`, "s")

function markedWords({ site }: PageData) {
  return Object.fromEntries(
    Object.entries({ ...defaults, ...site.words }).map(([key, text]) => {
      const field = fieldOf("words", "", key as WordKey)
      const sentence = filled(text, site)
      said.set(sentence, field)
      if (GAP.test(sentence) && WORD.test(sentence.replaceAll(GAPS, "")))
        gapped.set(field, asPattern(sentence))
      if (!UNMARKED.test(key)) return [key, mark(text, field)]
      said.set(text, field)
      return [key, text]
    }),
  )
}
