import { Check, CircleAlert, X } from "lucide-react"
import { Toast as Radix } from "radix-ui"
import { useSyncExternalStore } from "react"
import { type Toast, toast } from "@/lib/toast"

/** Shows what toast() was told. */
export default function Toaster() {
  const toasts = useSyncExternalStore(toast.subscribe, toast.list)
  return (
    <Radix.Provider swipeDirection="right" label="Notification">
      {toasts.map((one) => (
        <Item key={one.id} {...one} />
      ))}
      {/* aria-live keeps a modal dialog from hiding what is said about it; Radix itself announces. */}
      <Radix.Viewport
        data-toasts
        aria-live="off"
        className="toasts"
        label="Notifications ({hotkey})"
      />
    </Radix.Provider>
  )
}

function Item({ id, kind, title, text }: Toast) {
  const bad = kind === "error"
  const Icon = bad ? CircleAlert : Check
  return (
    <Radix.Root
      type={bad ? "foreground" : "background"}
      duration={bad ? 8000 : 5000}
      onOpenChange={(open) => !open && toast.close(id)}
      className={bad ? "toast toast-bad" : "toast"}
    >
      <Icon className="mt-px size-4.5" aria-hidden="true" />
      <div role={bad ? "alert" : "status"} aria-live="off" className="min-w-0">
        <Radix.Title className="font-medium">{title}</Radix.Title>
        {text && <Radix.Description className="toast-text">{text}</Radix.Description>}
      </div>
      <Radix.Close aria-label="Close" className="toast-close">
        <X className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}
