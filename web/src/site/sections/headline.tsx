import { Fragment } from "react"
import { sentences } from "@/lib/text"

/** A title whose full stops are the dot; each sentence takes a line of its own. */
export function Headline({ text }: { text: string }) {
  return sentences(text).map((sentence, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no identity but their place
    <Fragment key={i}>
      {i > 0 && " "}
      <span className="ln">
        <Stopped text={sentence} />
      </span>
    </Fragment>
  ))
}

/** The stop stays a real character for readers and copying; the dot is drawn over it. */
export function Stopped({ text }: { text: string }) {
  if (!text.endsWith(".")) return text
  return (
    <>
      {text.slice(0, -1)}
      <span className="stop">.</span>
    </>
  )
}
