import { ArrowUp } from "lucide-react"
import { word } from "../words"

/** All are shown and moved by the boot script: none is there without JavaScript, and none waits for React. */
export function Widgets() {
  return (
    <>
      <p className="wait sr" role="status">
        {word("jobs_loading")}
      </p>
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
