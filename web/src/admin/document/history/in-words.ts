import { counted } from "@/lib/format"
import { words } from "../as-text"
import { textOf } from "../rich-lines"
import { type Difference, type ListItem, type Naming, plural } from "./differences"
import type { Version } from "./revisions"
import { countOf } from "./word-diff"

const MOST_PHRASES = 3
const MOST_LETTERS = 48

/** What was done, in a sentence: "Rewrote Title, changed 2 words in Subtitle". */
export function inWords(all: Difference[]): string {
  const phrases = all.flatMap(phrasesOf)
  if (phrases.length <= MOST_PHRASES) return capital(phrases.join(", "))
  const [first, second, ...more] = [...new Set(all.map(({ label }) => label))]
  if (!second) return `Changed ${first}`
  return more.length > 0
    ? `Changed ${first}, ${second} and ${more.length} more`
    : `Changed ${first} and ${second}`
}

type Did = Pick<Version, "action" | "changed" | "snapshot" | "user_id">

/** The same of a version, where what it changed may not be in this form, and what was before it may be gone. */
export function didInWords(
  { action, changed, snapshot, user_id }: Did,
  differences: Difference[],
  { labels }: Naming,
  before?: Pick<Version, "action">,
) {
  // What a site comes with is the server's.
  const isFirst = action === "created" || (!before && (action === "imported" || user_id === ""))
  if (isFirst) return "First version"
  if (!before) return "The oldest that is kept"
  if (action === "imported") return "Imported it"
  if (action === "deleted") return "Deleted it"
  if (action === "restored" && (changed.length === 0 || before?.action === "deleted"))
    return "Put it back"
  // Of a day long ago the last save is kept: what the others changed is not its doing.
  const columns = (snapshot ?? {}) as object
  const all = differences.filter(({ path }) => !(path in columns) || changed.includes(path))
  const names = changed.map((name) => labels(name) ?? words(name))
  const said = all.length > 0 ? inWords(all) : `Changed ${listed(names)}`
  return action === "restored" ? `${said}, back to an earlier version` : said
}

const listed = (names: string[]) =>
  names.length > 1
    ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
    : (names[0] ?? "nothing")

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function phrasesOf(one: Difference): string[] {
  switch (one.kind) {
    case "switch":
      return [`switched ${one.label} ${one.after ? "on" : "off"}`]
    case "value":
      return [`changed ${one.label} from ${one.before || "nothing"} to ${one.after || "nothing"}`]
    case "group":
      return [`changed ${listed(one.fields.map(({ label }) => label))} of ${one.label}`]
    case "list":
      return listPhrases(one)
    case "image":
    case "text":
      return [textPhrase(one.kind, one.label, textOf(one.before).trim(), textOf(one.after).trim())]
  }
}

function textPhrase(kind: "text" | "image", label: string, before: string, after: string) {
  if (before === after) return `changed the formatting of ${label}`
  if (after === "") return `cleared ${label}`
  if (before === "") return `filled in ${label}`
  const isOneWord = !/\s/.test(before) && !/\s/.test(after)
  if (kind === "image" || isOneWord) return `changed ${label}`
  const { words: n, isMost } = countOf(before, after)
  if (isMost) return `rewrote ${label}`
  return n === 0 ? `changed signs in ${label}` : `changed ${counted(n, "word")} in ${label}`
}

function listPhrases({ item, items, isMoved }: Extract<Difference, { kind: "list" }>) {
  const phrases = (["added", "removed", "changed"] as const).flatMap((did) => {
    const some = items.filter((one) => one.did === did)
    if (some.length === 0) return []
    const [only] = some.length === 1 ? some : []
    return [`${did} ${only ? `${item} ${short(only)}`.trim() : `${some.length} ${plural(item)}`}`]
  })
  return isMoved ? [...phrases, `changed the order of ${plural(item)}`] : phrases
}

const short = ({ name }: ListItem) =>
  name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS).replace(/\s+\S*$/, "")}…` : name
