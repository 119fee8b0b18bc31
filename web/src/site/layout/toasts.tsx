import { CircleAlert, X } from "lucide-react"
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { word } from "../words"

export type Toast = { title: string; text: string; failed?: boolean }

type Shown = Toast & { id: number }

type Board = { show: (toast: Toast) => void; clear: () => void }

const Board = createContext<Board>({ show: () => {}, clear: () => {} })

export const useToasts = () => useContext(Board)

/** Messages over the page. `first` ones are in the HTML already, so they are there without JavaScript too. */
export function Toasts({ first, children }: { first: Toast[]; children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>(() => first.map((toast, id) => ({ ...toast, id })))
  const next = useRef(first.length)
  const board = useMemo<Board>(
    () => ({
      show: (toast) => {
        const id = next.current++
        setToasts((others) => [...others.slice(-2), { ...toast, id }])
      },
      clear: () => setToasts([]),
    }),
    [],
  )
  const dismiss = useCallback((id: number) => {
    setToasts((others) => others.filter((toast) => toast.id !== id))
  }, [])
  return (
    <Board value={board}>
      {children}
      <div className="toasts">
        <div role="status">{toasts.filter((t) => !t.failed).map(card)}</div>
        <div role="alert">{toasts.filter((t) => t.failed).map(card)}</div>
      </div>
    </Board>
  )

  function card(toast: Shown) {
    return <Card key={toast.id} toast={toast} dismiss={dismiss} />
  }
}

function Card({ toast, dismiss }: { toast: Shown; dismiss: (id: number) => void }) {
  const { id, failed } = toast
  const [held, setHeld] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (held) return
    // Nobody has seen one whose page is not shown.
    const leave = () => box.current?.isConnected && dismiss(id)
    const timer = setInterval(leave, failed ? 8000 : 5000)
    return () => clearInterval(timer)
  }, [held, id, failed, dismiss])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding a toast is a comfort, its button does the work
    <div
      ref={box}
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
      <button
        type="button"
        aria-label={word("dismiss", { title: toast.title })}
        onClick={() => dismiss(id)}
      >
        <X className="ic" strokeWidth={1.75} />
      </button>
    </div>
  )
}
