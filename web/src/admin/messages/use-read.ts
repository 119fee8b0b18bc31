import { useEffect, useEffectEvent, useState } from "react"
import type { Message } from "./api"

/** How long a message is looked at until it counts as read. */
const READ_MS = 2000

/** Counts a message as read once it was in view for a while. Who marks it as unread leaves it so. */
export function useRead({ state }: Message, read: () => void) {
  const act = useEffectEvent(read)
  const [isSeen, setSeen] = useState(state !== "new")
  useEffect(() => {
    if (isSeen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(timer)
      if (document.visibilityState === "hidden") return
      timer = setTimeout(() => {
        setSeen(true)
        act()
      }, READ_MS)
    }
    document.addEventListener("visibilitychange", follow)
    follow()
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", follow)
    }
  }, [isSeen])
  // Somebody else may have read it first, or it was marked by hand.
  const [was, setWas] = useState(state)
  if (was !== state) {
    setWas(state)
    setSeen(true)
  }
}
