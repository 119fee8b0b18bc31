/** What can be done about it: a page to look at, or something to run. */
export type ToastAction = { label: string } & ({ href: string } | { run: () => void })

export type Toast = {
  id: number
  kind: "success" | "error"
  title: string
  text?: string
  actions?: ToastAction[]
}

let toasts: Toast[] = []
let next = 1
const listeners = new Set<() => void>()

function publish(list: Toast[]) {
  toasts = list
  for (const listener of listeners) listener()
}

function say(kind: Toast["kind"], title: string, text?: string, actions?: ToastAction[]) {
  // Three at once are as many as anyone reads.
  publish([...toasts.slice(-2), { id: next++, kind, title, text, actions }])
}

export const toast = {
  success: (title: string, text?: string, actions?: ToastAction[]) =>
    say("success", title, text, actions),
  error: (title: string, text?: string) => say("error", title, text),
  close: (id: number) => publish(toasts.filter((one) => one.id !== id)),
  list: () => toasts,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
