import { useEffect, useEffectEvent, useId } from "react"

// Which open forms hold changes that are not saved, each with what forgets them, and the question that is open about them.
const dirty = new Map<string, () => void>()
// What asks before the open dialog gives way to another one.
let dialog: (() => Promise<boolean>) | undefined
let answer: ((leave: boolean) => void) | undefined
const listeners = new Set<() => void>()

function publish() {
  for (const listener of listeners) listener()
}

export const unsaved = {
  any: () => dirty.size > 0,
  /** Forgets all changes, because the person chose to leave them. */
  clear: () => dirty.clear(),
  /** Resolves to true when nothing would be lost, or the person accepts it; of one form, or of all. */
  ask(form?: string): Promise<boolean> {
    if (form === undefined ? dirty.size === 0 : !dirty.has(form)) return Promise.resolve(true)
    answer?.(false)
    return new Promise((resolve) => {
      answer = (leave) => {
        answer = undefined
        if (leave) for (const [id, forget] of dirty) if (form === undefined || id === form) forget()
        publish()
        resolve(leave)
      }
      publish()
    })
  },
  /** Resolves to true when no dialog is open, or the open one may go. */
  askDialog: () => dialog?.() ?? Promise.resolve(true),
  reply: (leave: boolean) => answer?.(leave),
  isAsking: () => answer !== undefined,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Marks a form as changed: leaving the page then asks first. Once the changes are given up, onDiscard is called. What it returns asks about this form alone. */
export function useUnsaved(isDirty: boolean, onDiscard?: () => void) {
  const id = useId()
  const forget = useEffectEvent(() => onDiscard?.())
  useEffect(() => {
    if (!isDirty) return
    dirty.set(id, () => forget())
    const warn = (event: BeforeUnloadEvent) => {
      if (dirty.has(id)) event.preventDefault()
    }
    window.addEventListener("beforeunload", warn)
    return () => {
      dirty.delete(id)
      window.removeEventListener("beforeunload", warn)
    }
  }, [id, isDirty])
  return () => unsaved.ask(id)
}

/** Makes an open dialog known to what would put another one in its place. */
export function useDialogAsks(mayLeave: () => Promise<boolean>) {
  const ask = useEffectEvent(mayLeave)
  useEffect(() => {
    dialog = () => ask()
    return () => {
      dialog = undefined
    }
  }, [])
}
