import { diffArrays } from "diff"

// Noncharacters beside those of marks.ts: a word that went, one that came, and the end of either.
const REMOVED = "\uFDE1"
const ADDED = "\uFDE2"
const END = "\uFDE3"
const ANY = /[\uFDE1-\uFDE3]/g

// Beyond this many changes nobody compares words any more, and a browser would think for long.
const MOST_EDITS = 1000

const tokensOf = (text: string, isHtml: boolean) =>
  text.match(isHtml ? /<[^>]*>|&\w+;|[\p{L}\p{N}]+|\s+|./gsu : /[\p{L}\p{N}]+|\s+|./gsu) ?? []

/** Two texts as one, with what went and what came marked; the second alone where tags differ, which no words tell. */
export function withChanges(before: string, after: string, isHtml: boolean): string {
  if (before === after) return after
  const parts = diffArrays(tokensOf(before, isHtml), tokensOf(after, isHtml), {
    maxEditLength: MOST_EDITS,
  })
  const isTag = (token: string) => isHtml && token.startsWith("<")
  if (!parts?.every(({ added, removed, value }) => !(added || removed) || !value.some(isTag)))
    return after
  let text = ""
  for (const { same, removed, added } of runsOf(parts)) {
    // Of what went, signs between words would read as if they were there.
    const words = marked(removed, REMOVED).filter((one) => one.startsWith(REMOVED) || isSpace(one))
    const [went, came] = [words.join(""), marked(added, ADDED).join("")]
    const gap = went.endsWith(END) && came.startsWith(ADDED) ? " " : ""
    text += went + gap + came + same.join("")
  }
  return text
}

const isWord = (token: string) => /[\p{L}\p{N}]/u.test(token) && !token.startsWith("<")
const isSpace = (token: string) => token.trim() === ""

type Run = { removed: string[]; added: string[]; same: string[] }

/** What went and what came, each whole, and what stayed after it: a space between two changed words is no pause. */
function runsOf(parts: { added?: boolean; removed?: boolean; value: string[] }[]): Run[] {
  const runs: Run[] = [{ removed: [], added: [], same: [] }]
  for (const [at, { added, removed, value }] of parts.entries()) {
    const run = runs.at(-1) as Run
    const isBetween = at > 0 && at < parts.length - 1 && value.every(isSpace)
    if (removed || added) (removed ? run.removed : run.added).push(...value)
    else if (isBetween && run.removed.length > 0 && run.added.length > 0) {
      run.removed.push(...value)
      run.added.push(...value)
    } else {
      run.same = value
      runs.push({ removed: [], added: [], same: [] })
    }
  }
  return runs
}

/** Tokens with each row of words in one mark; signs stay outside, as pages break lines there. */
function marked(tokens: string[], mark: string): string[] {
  const out: string[] = []
  let row = ""
  const end = () => {
    const words = row.trim()
    const [before, after] = words ? row.split(words) : [row, ""]
    out.push(before ?? "", words && mark + words + END, after ?? "")
    row = ""
  }
  for (const token of tokens) {
    if (isWord(token) || isSpace(token)) row += token
    else {
      end()
      out.push(token)
    }
  }
  end()
  return out.filter(Boolean)
}

export const withoutChanges = (text: string) => text.replace(ANY, "")

type Spot = { kind: "removed" | "added"; start: number; end: number }

const spots = new Map<Text, Spot[]>()

/** Takes the marks of words out of a text that is drawn, and remembers where they were. */
export function takeChanges(text: Text): void {
  if (!/[\uFDE1-\uFDE3]/.test(text.data)) {
    spots.delete(text)
    return
  }
  const found: Spot[] = []
  let plain = ""
  let open: Spot | undefined
  for (const character of text.data) {
    if (character === REMOVED || character === ADDED)
      open = { kind: character === ADDED ? "added" : "removed", start: plain.length, end: 0 }
    else if (character === END) {
      if (open) found.push({ ...open, end: plain.length })
      open = undefined
    } else plain += character
  }
  text.data = plain
  spots.set(text, found)
}

/** Colours the words, without a change of what React has drawn. */
export function paintChanges(): void {
  if (!("highlights" in CSS)) return
  const ranges = { removed: [] as Range[], added: [] as Range[] }
  for (const [text, found] of spots) {
    if (!text.isConnected) spots.delete(text)
    else
      for (const { kind, start, end } of found) {
        if (end > text.length) continue
        const range = new Range()
        range.setStart(text, start)
        range.setEnd(text, end)
        ranges[kind].push(range)
      }
  }
  for (const kind of ["removed", "added"] as const)
    CSS.highlights.set(`pv-${kind}`, new Highlight(...ranges[kind]))
  reveal([...ranges.removed, ...ranges.added])
}

let revealed = ""

/** Scrolls to the first of other words than before, when none of them is in sight. */
function reveal(ranges: Range[]) {
  const words = ranges.join("\n")
  if (words === revealed) return
  revealed = words
  const rects = ranges.map((range) => range.getBoundingClientRect()).filter(({ width }) => width)
  const top = Math.min(...rects.map((rect) => rect.top))
  if (rects.length === 0 || rects.some((rect) => rect.top >= 0 && rect.bottom <= innerHeight))
    return
  scrollBy({ top: top - innerHeight / 3, behavior: "instant" })
}
