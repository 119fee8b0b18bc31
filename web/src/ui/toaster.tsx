import { Check, CircleAlert, X } from "lucide-react"
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { type Toast, type ToastAction, toast } from "@/lib/toast"
import { standClear } from "./toast-place"

/** Shows what toast() was told, where it covers nothing that people act with. */
export default function Toaster() {
  const toasts = useSyncExternalStore(toast.subscribe, toast.list)
  const region = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more needs more room
  useLayoutEffect(() => {
    const own = region.current
    if (!own) return
    const clear = () => standClear(own)
    clear()
    document.addEventListener("focusin", clear)
    window.addEventListener("resize", clear)
    return () => {
      document.removeEventListener("focusin", clear)
      window.removeEventListener("resize", clear)
    }
  }, [toasts])
  useEffect(() => {
    const go = ({ key }: globalThis.KeyboardEvent) => key === "F8" && region.current?.focus()
    document.addEventListener("keydown", go)
    return () => document.removeEventListener("keydown", go)
  }, [])
  const close = (id: number) => {
    if (region.current?.contains(document.activeElement)) region.current.focus()
    toast.close(id)
  }
  // aria-live keeps a modal dialog from hiding what is said about it.
  return (
    <section
      ref={region}
      data-toasts
      tabIndex={-1}
      aria-label="Notifications (F8)"
      className="toasts"
    >
      <ul aria-live="polite">{toasts.filter(({ kind }) => kind === "success").map(item)}</ul>
      <ul aria-live="assertive">{toasts.filter(({ kind }) => kind === "error").map(item)}</ul>
    </section>
  )

  function item(one: Toast) {
    return <Item key={one.id} {...one} onClose={() => close(one.id)} />
  }
}

/** One toast. It waits while it is pointed at or has the focus, and while the window has not. */
function Item({ kind, title, text, actions = [], onClose }: Toast & { onClose: () => void }) {
  const bad = kind === "error"
  const Icon = bad ? CircleAlert : Check
  // There is something to be upset about, or to decide.
  const shownFor = actions.length > 0 ? 10_000 : bad ? 8000 : 5000
  const [isHeld, setHeld] = useState(false)
  const over = useEffectEvent(onClose)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(over, shownFor)
    return () => clearTimeout(timer)
  }, [isHeld, shownFor])
  useEffect(() => {
    const [hold, release] = [() => setHeld(true), () => setHeld(false)]
    window.addEventListener("blur", hold)
    window.addEventListener("focus", release)
    return () => {
      window.removeEventListener("blur", hold)
      window.removeEventListener("focus", release)
    }
  }, [])
  const closeOnEscape = ({ key }: KeyboardEvent) => key === "Escape" && onClose()
  return (
    <li
      className={bad ? "toast toast-bad" : "toast"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={closeOnEscape}
    >
      <Icon className="mt-px size-4.5" aria-hidden="true" />
      <div role={bad ? "alert" : "status"} aria-live="off" className="min-w-0">
        <p className="font-medium">{title}</p>
        {text && <p className="toast-text">{text}</p>}
        {actions.length > 0 && (
          <div className="toast-actions">
            {actions.map((action) => (
              <Action key={action.label} {...action} onDone={onClose} />
            ))}
          </div>
        )}
      </div>
      <button type="button" aria-label="Close" className="toast-close" onClick={onClose}>
        <X className="size-4" />
      </button>
    </li>
  )
}

function Action({ label, onDone, ...action }: ToastAction & { onDone: () => void }) {
  if ("href" in action)
    return (
      <a href={action.href} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    )
  const run = () => {
    action.run()
    onDone()
  }
  return (
    <button type="button" onClick={run}>
      {label}
    </button>
  )
}
