import { CircleAlert, X } from "lucide-react"
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react"

export type Toast = { title: string; text: string; failed?: boolean }

type Shown = Toast & { id: number }

const Show = createContext<(toast: Toast) => void>(() => {})

export const useToast = () => useContext(Show)

/** Messages over the page. `first` ones are in the HTML already, so they are there without JavaScript too. */
export function Toasts({ first, children }: { first: Toast[]; children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>(() => first.map((toast, id) => ({ ...toast, id })))
  const next = useRef(first.length)
  const show = useCallback((toast: Toast) => {
    const id = next.current++
    setToasts((others) => [...others.slice(-2), { ...toast, id }])
  }, [])
  const dismiss = useCallback((id: number) => {
    setToasts((others) => others.filter((toast) => toast.id !== id))
  }, [])
  return (
    <Show value={show}>
      {children}
      <div className="toasts">
        <div role="status">{toasts.filter((t) => !t.failed).map(card)}</div>
        <div role="alert">{toasts.filter((t) => t.failed).map(card)}</div>
      </div>
    </Show>
  )

  function card(toast: Shown) {
    return <Card key={toast.id} toast={toast} dismiss={dismiss} />
  }
}

function Card({ toast, dismiss }: { toast: Shown; dismiss: (id: number) => void }) {
  const { id, failed } = toast
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(id), failed ? 8000 : 5000)
    return () => clearTimeout(timer)
  }, [held, id, failed, dismiss])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding a toast is a comfort, its button does the work
    <div
      className={failed ? "toast failed" : "toast"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {failed && <CircleAlert className="ic" strokeWidth={1.75} />}
      <div>
        <b>{toast.title}</b>
        <p>{toast.text}</p>
      </div>
      <button type="button" aria-label={`Dismiss ${toast.title}`} onClick={() => dismiss(id)}>
        <X className="ic" strokeWidth={1.75} />
      </button>
    </div>
  )
}
