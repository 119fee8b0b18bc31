import { diffWords } from "diff"

export type Part = { kind: "same" | "added" | "removed"; text: string }

// Beyond this many changes nobody compares words any more, and a browser would think for long.
const MOST_EDITS = 1000

/** Two texts as one, with what was taken out and what came in. */
export function wordDiff(before: string, after: string): Part[] {
  const parts = diffWords(before, after, { maxEditLength: MOST_EDITS })
  if (!parts)
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ]
  return parts.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }))
}

const wordsIn = (text: string) =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** How many words changed, and whether those are most of them. */
export function countOf(before: string, after: string): { words: number; isMost: boolean } {
  let [words, run] = [0, { added: 0, removed: 0 }]
  const end = () => {
    words += Math.max(run.added, run.removed)
    run = { added: 0, removed: 0 }
  }
  for (const { kind, text } of wordDiff(before, after)) {
    // A space between two changed words is no pause.
    if (kind !== "same") run[kind] += wordsIn(text)
    else if (text.trim()) end()
  }
  end()
  return { words, isMost: words > Math.max(wordsIn(before), wordsIn(after)) / 2 }
}

const SHOWN = 60

/** What did not change, as far as it helps to find the place. */
export function shortened(text: string, at: "first" | "last" | "between"): string {
  if (text.length <= 2 * SHOWN) return text
  const head = text.slice(0, SHOWN).replace(/\s+\S*$/, "")
  const tail = text.slice(-SHOWN).replace(/^\S*\s+/, "")
  if (at === "first") return `…${tail}`
  return at === "last" ? `${head}…` : `${head} … ${tail}`
}
