import { ArrowUp } from "lucide-react"

/** Both are shown and moved by boot.ts: neither is there without JavaScript, and neither waits for React. */
export function Widgets() {
  return (
    <>
      <button className="hint" type="button" aria-label="Scroll down">
        <i />
        <span>Scroll</span>
      </button>
      <button className="top" type="button" aria-label="Back to top">
        <ArrowUp className="ic" strokeWidth={1.75} />
      </button>
    </>
  )
}
