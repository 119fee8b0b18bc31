import { type ReactNode, useEffect, useRef, useState } from "react"
import { Drawing } from "@/ui/art/drawing"
import { art, SPARE } from "../art"
import { word } from "../words"
import { Stopped } from "./headline"

const SENT_MS = 10_000

type SentProps = { title?: string; message: string; children?: ReactNode }

/** What stands in the place of the form once a message went out. */
export function Sent({ title = word("sent_title"), message, children }: SentProps) {
  return (
    <div className="sent">
      <div className="sent-art">
        <Drawing scene={() => art().delivered()} fit="xMinYMax slice" />
        <div className="shelf" />
      </div>
      <div className="sent-b">
        <h2 className="d">
          <Stopped text={title} />
        </h2>
        <p>{message}</p>
        {children}
      </div>
    </div>
  )
}

/** What a browser that cannot draw shows once a message went out. */
export function SpareDrawing() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by us
  return <template id={SPARE} dangerouslySetInnerHTML={{ __html: art().delivered().body }} />
}

/** The same, for ten seconds. */
export function SentForNow({ message, onOver }: { message: string; onOver: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: "nearest" })
  }, [])
  useEffect(() => {
    const timer = setTimeout(onOver, SENT_MS)
    return () => clearTimeout(timer)
  }, [onOver])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the confirmation takes the focus that was in the form
    <div ref={box} role="status" tabIndex={0} className="sent-box">
      <Sent message={message}>
        <Countdown />
      </Sent>
    </div>
  )
}

function Countdown() {
  const [left, setLeft] = useState(SENT_MS / 1000)
  useEffect(() => {
    const timer = setInterval(() => setLeft((n) => Math.max(1, n - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="count" aria-hidden="true">
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
        <circle cx="11" cy="11" r="9" />
        <circle className="run" cx="11" cy="11" r="9" transform="rotate(-90 11 11)" />
      </svg>
      {word(left === 1 ? "contact_countdown_one" : "contact_countdown", { n: left })}
    </span>
  )
}
