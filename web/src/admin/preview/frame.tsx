import { ArrowUpRight } from "lucide-react"
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react"
import type { Answer, Showing } from "@/lib/preview"
import { addressOf, useChannel, useSize } from "./channel"
import type { Working } from "./use-workbench"

type Shown = Extract<Answer, { says: "shown" }>

type Props = {
  title: string
  /** Stands to the right of the title. */
  note?: ReactNode
  showing: Showing
  /** How wide the window is that the page is laid out for. */
  width: number
  className?: string
  /** Its texts lead to their fields, and the one that has the focus is outlined; without it the page is for the eye alone. */
  picking?: Pick<Working["picking"], "focus" | "onPick">
  onShown?: (shown: Shown) => void
}

/** A page of the site with what is not saved yet, scaled to the room there is. */
export function PreviewFrame({ title, note, showing, width, className = "", ...props }: Props) {
  const { picking, onShown } = props
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const { w, h } = useSize(box)
  const scale = w / width
  const preview = useChannel(frame, (said) => {
    if (said.says === "picked") return picking?.onPick(said.field)
    setFailed(said.says === "failed")
    if (said.says === "shown") onShown?.(said)
  })
  const focus = picking?.focus
  const hasMarks = picking !== undefined
  useEffect(() => {
    preview.show(hasMarks ? { ...showing, marks: { scale: scale || 1 }, focus } : showing)
  }, [preview, showing, hasMarks, scale, focus])
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const tab = window.open(event.currentTarget.href)
    if (!tab) return
    event.preventDefault()
    preview.addTab(tab)
  }
  return (
    <div className={`peek ${className}`}>
      <p className="peek-head">
        <span>{title}</span>
        <a href={addressOf(showing.path)} target="_blank" rel="noreferrer" onClick={open}>
          {note}
          <ArrowUpRight aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{title}: open in a new tab</span>
        </a>
      </p>
      <div ref={box} className="peek-box" aria-hidden="true" inert={!picking}>
        <iframe
          ref={frame}
          title={title}
          tabIndex={-1}
          src={addressOf(showing.path)}
          style={{ width, height: h / (scale || 1), transform: `scale(${scale})` }}
        />
        {hasFailed && (
          <p className="peek-failed">The preview could not load. The form still works.</p>
        )}
      </div>
    </div>
  )
}
