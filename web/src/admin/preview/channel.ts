import { type RefObject, useEffect, useEffectEvent, useState } from "react"
import { type Answer, isAnswer, type Showing, type Told } from "@/lib/preview"

type Frame = Window | null | undefined

export const addressOf = (path: string) => `/admin/preview?path=${encodeURIComponent(path)}`

/** Talks to the preview in a frame, and to tabs that were opened from it. */
export function channel(framed: () => Frame, onAnswer: (said: Answer) => void) {
  let tabs: Window[] = []
  let latest: Showing | undefined
  let isAsked = false
  let next = 0
  // Before it says so it may be the browser's own page, which tells that the server is gone.
  const ready = new WeakSet<Window>()
  const tell = (to: Frame) => {
    if (!latest || !to || !ready.has(to)) return
    deliver(to, { to: "preview", show: latest })
  }
  const hear = ({ origin, source, data }: MessageEvent) => {
    const isOurs = source === framed() || tabs.includes(source as Window)
    if (origin !== location.origin || !isOurs || !isAnswer(data)) return
    if (data.says === "ready") {
      ready.add(source as Window)
      tell(source as Window)
    } else if (source === framed()) onAnswer(data)
  }
  const tellAll = () => {
    if (!isAsked || next) return
    isAsked = false
    for (const one of [framed(), ...tabs]) tell(one)
    next = requestAnimationFrame(() => {
      next = 0
      tellAll()
    })
  }
  return {
    /** As soon as the change is whole, then not more than once for each picture that the screen draws. */
    show(showing: Showing) {
      latest = showing
      isAsked = true
      queueMicrotask(tellAll)
    },
    addTab(tab: Window) {
      tabs = [...tabs.filter((one) => !one.closed), tab]
    },
    open() {
      window.addEventListener("message", hear)
      return () => {
        window.removeEventListener("message", hear)
        cancelAnimationFrame(next)
        next = 0
        isAsked = false
      }
    },
  }
}

/** Before this task ends, so that both pages are drawn in one picture; a message would wait until the screen is drawn without it. */
function deliver(to: Window, told: Told) {
  const { origin } = location
  const data = structuredClone(told)
  try {
    to.dispatchEvent(new MessageEvent("message", { data, origin, source: window }))
  } catch {
    // The browser's own page stands there, or another process has the tab.
    to.postMessage(told, origin)
  }
}

type Channel = ReturnType<typeof channel>

/** A channel that lives as long as its component. */
export function useChannel(
  frame: RefObject<HTMLIFrameElement | null>,
  onAnswer: (said: Answer) => void,
): Channel {
  const answered = useEffectEvent(onAnswer)
  const [own] = useState(() =>
    channel(
      () => frame.current?.contentWindow,
      (said) => heard.current?.(said),
    ),
  )
  const [heard] = useState<{ current?: (said: Answer) => void }>({})
  useEffect(() => {
    heard.current = (said) => answered(said)
    return own.open()
  }, [own, heard])
  return own
}

export function useSize(box: RefObject<HTMLElement | null>) {
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
