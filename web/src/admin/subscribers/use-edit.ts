import { useState } from "react"
import { useUnsaved } from "@/lib/unsaved"
import type { Subscriber } from "./api"

/** The one address that is being changed. It is kept above the list, whose rows move and come and go. */
export function useEdit() {
  const [of, setOf] = useState<Subscriber>()
  const [typed, type] = useState("")
  const mayLeave = useUnsaved(of !== undefined && typed !== of.email)
  const start = async (subscriber: Subscriber) => {
    if (!(await mayLeave())) return
    type(subscriber.email)
    setOf(subscriber)
  }
  // By now another one may be open.
  const stop = ({ id }: Subscriber) => setOf((now) => (now?.id === id ? undefined : now))
  return { of, typed, type, start, stop }
}

export type Edit = ReturnType<typeof useEdit>
