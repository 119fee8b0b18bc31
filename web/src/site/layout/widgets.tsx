import { ArrowUp } from "lucide-react"
import { word } from "../words"

/** Both are shown and moved by boot.ts: neither is there without JavaScript, and neither waits for React. */
export function Widgets() {
  return (
    <>
      <button className="hint" type="button" aria-label={word("scroll_hint_label")}>
        <i />
        <span>{word("scroll_hint")}</span>
      </button>
      <button className="top" type="button" aria-label={word("back_to_top")}>
        <ArrowUp className="ic" strokeWidth={1.75} />
      </button>
    </>
  )
}
