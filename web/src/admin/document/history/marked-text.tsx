import { shortened, wordDiff } from "./word-diff"

/** A text with what goes struck through and what comes underlined, in place. */
export function MarkedText({ before, after }: { before: string; after: string }) {
  const parts = wordDiff(before, after).filter(({ text }) => text !== "")
  return (
    <p className="difference-text">
      {parts.map(({ kind, text }, at) => {
        const place = at === 0 ? "first" : at === parts.length - 1 ? "last" : "between"
        const key = `${at} ${kind}`
        if (kind === "same") return <span key={key}>{shortened(text, place)}</span>
        const Mark = kind === "added" ? "ins" : "del"
        return (
          <Mark key={key}>
            <span className="sr-only">{kind} </span>
            {text}
          </Mark>
        )
      })}
    </p>
  )
}
