import { defaultWord, WORD_KEYS, WORDS } from "@/identity/words"
import { type Declared, valuesOf } from "@/lib/document"
import type { Site, Words } from "@/lib/documents.gen"
import { fieldOf } from "@/lib/preview"
import { plainText } from "@/lib/text"
import { fieldName } from "../../kinds/field-name"
import { editorOf, kindOf } from "../../kinds/kinds"
import { screenOf } from "../../preview/elsewhere"

/** A text of the site, the field it comes from, and where visitors read it. */
export type Text = { field: string; name: string; place: string; text: string; site: string }

type Row = { id: number; slug?: string; name?: string; title?: string }
type Any = Declared<unknown, object>

// Addresses and choices are nothing that a page says.
const UNSAID = /(^|_)(url|path|icon|slug|platform|key)$/

const PAGES: Record<string, (row: Row) => string> = {
  team: () => "/about",
  about: () => "/about",
  contact: () => "/contact",
  job: ({ slug }) => `/careers/${slug}`,
  page: ({ slug }) => `/${slug}`,
}

/** Every text of a document, or of all documents of a kind. */
export const textsOf = (declared: Any, doc: unknown): Text[] =>
  declared.kind === "many"
    ? (doc as Row[]).flatMap((row) => textsIn(declared, row, row.id))
    : textsIn(declared, doc as Row, "")

function textsIn(declared: Any, row: Row, id: number | ""): Text[] {
  const kind = kindOf(declared.name)
  const own = id === "" ? declared.label : (row.title ?? row.name ?? declared.label)
  const place = "label" in kind ? kind.label : (kind.group ?? declared.label)
  const site = PAGES[declared.name]?.(row) ?? "/"
  const walk = (value: unknown, path: string, name: string): Text[] => {
    if (typeof value === "string") {
      const text = plainText(value)
      return text ? [{ field: fieldOf(declared.name, id, path), name, place, text, site }] : []
    }
    if (Array.isArray(value)) return value.flatMap((item, at) => walk(item, `${path}.${at}`, name))
    const item = Object(value) as Row
    // An item of a list goes by its own name.
    const called = path && (item.title ?? item.name)
    return Object.entries(item)
      .filter(([key]) => !UNSAID.test(key))
      .flatMap(([key, held]) =>
        walk(held, path ? `${path}.${key}` : key, `${own}, ${called || fieldName(key)}`),
      )
  }
  return walk(valuesOf(declared, row), "", own)
}

/** What the site says by itself, as it is written or by default. */
export function wordsOf(site: Site, written: Words): Text[] {
  const { theme, city, language } = site
  const own = new Map(written.map(({ key, text }) => [key as string, text]))
  return WORD_KEYS.filter((key) => WORDS[key].kind !== "seed").map((key) => ({
    field: fieldOf("words", "", key),
    name: `Words, ${WORDS[key].place}`,
    place: "Words",
    text: own.get(key) || defaultWord(key, theme.pack, city !== "", language),
    site: "/",
  }))
}

/** The screen with the field in it. */
export function wayTo(field: string): string {
  const [document = "", id = ""] = field.split("/")
  return document === "page" ? (editorOf(document, id)?.() ?? "/admin/pages") : screenOf(field)
}

export const holds = (text: string, sought: string) =>
  text.toLowerCase().includes(sought.toLowerCase())
