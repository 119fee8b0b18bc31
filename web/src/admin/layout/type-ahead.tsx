import { Search } from "lucide-react"
import { useEffect, useEffectEvent } from "react"

type Props = {
  text: string
  onText: (change: (text: string) => string) => void
  onClose: () => void
}

/** Takes what is typed while the search is on its way, so that it lands there and not in the form below. */
export function TypeAhead({ text, onText, onClose }: Props) {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key === "Escape") onClose()
    else if (key === "Backspace") onText((was) => was.slice(0, -1))
    else if (key.length === 1) onText((was) => was + key)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => take(event)
    window.addEventListener("keydown", listen, { capture: true })
    return () => window.removeEventListener("keydown", listen, { capture: true })
  }, [])
  return (
    <div className="scrim palette-scrim">
      <div className="sheet palette">
        <p role="status" className="palette-head h-14.5">
          <Search aria-hidden="true" />
          {text || "Loading..."}
        </p>
      </div>
    </div>
  )
}
