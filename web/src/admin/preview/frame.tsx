import { ArrowUpRight } from "lucide-react"
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react"
import { type Answer, isAnswer, type Showing, type Told } from "@/lib/preview"

type Shown = Extract<Answer, { says: "shown" }>

type Props = {
  title: string
  /** Stands to the right of the title. */
  note?: ReactNode
  showing: Showing
  /** How wide the window is that the page is laid out for. */
  width: number
  className?: string
  onShown?: (shown: Shown) => void
}

/** A page of the site with what is not saved yet, scaled to the room there is. It is for the eye alone. */
export function PreviewFrame({ title, note, showing, width, className = "", onShown }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const { w, h } = useSize(box)
  const scale = w / width
  const open = usePreview(
    () => frame.current?.contentWindow,
    showing,
    (said) => {
      setFailed(said.says === "failed")
      if (said.says === "shown") onShown?.(said)
    },
  )
  return (
    <div className={`peek ${className}`}>
      <p className="peek-head">
        <span>{title}</span>
        <a href={address(showing)} target="_blank" rel="noreferrer" onClick={open}>
          {note}
          <ArrowUpRight aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{title}: open in a new tab</span>
        </a>
      </p>
      <div ref={box} className="peek-box" aria-hidden="true" inert>
        <iframe
          ref={frame}
          title={title}
          tabIndex={-1}
          src={address(showing)}
          style={{ width, height: h / (scale || 1), transform: `scale(${scale})` }}
        />
        {hasFailed && (
          <p className="peek-failed">The preview could not load. The form still works.</p>
        )}
      </div>
    </div>
  )
}

const address = ({ path }: Showing) => `/admin/preview?path=${encodeURIComponent(path)}`

/** Keeps a frame up to date with what is shown, and a tab that was opened from it. */
function usePreview(
  framed: () => Window | null | undefined,
  showing: Showing,
  onAnswer: (said: Answer) => void,
) {
  const tabs = useRef<Window[]>([])
  const latest = useRef(showing)
  const isOurs = (source: unknown) => source === framed() || tabs.current.includes(source as Window)
  const tell = useEffectEvent((to: Window | null | undefined) => {
    const told: Told = { to: "preview", show: latest.current }
    to?.postMessage(told, location.origin)
  })
  const hear = useEffectEvent(({ origin, source, data }: MessageEvent) => {
    if (origin !== location.origin || !isOurs(source) || !isAnswer(data)) return
    if (data.says === "ready") tell(source as Window)
    else if (source === framed()) onAnswer(data)
  })
  useEffect(() => {
    window.addEventListener("message", hear)
    return () => window.removeEventListener("message", hear)
  }, [])
  const all = useEffectEvent(() => {
    for (const one of [framed(), ...tabs.current]) tell(one)
  })
  // Not more than once for each picture that the screen draws.
  useEffect(() => {
    latest.current = showing
    const next = requestAnimationFrame(all)
    return () => cancelAnimationFrame(next)
  }, [showing])
  return (event: React.MouseEvent<HTMLAnchorElement>) => {
    const tab = window.open(event.currentTarget.href)
    if (!tab) return
    event.preventDefault()
    tabs.current = [...tabs.current.filter((one) => !one.closed), tab]
  }
}

function useSize(box: React.RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ w: 0, h: 0 })
  useEffect(() => {
    if (!box.current || !window.ResizeObserver) return
    const watch = new ResizeObserver(([entry]) => {
      const { width: w = 0, height: h = 0 } = entry?.contentRect ?? {}
      setSize({ w, h })
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [box])
  return size
}
