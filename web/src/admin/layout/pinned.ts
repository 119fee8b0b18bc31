import { useState } from "react"

const KEY = "vitrine-admin-menu-pinned"

/** Whether the whole menu stays beside editors, where it would be folded to its icons. */
export function usePinned(): [boolean, (pin: boolean) => void] {
  const [isPinned, setPinned] = useState(() => localStorage.getItem(KEY) !== null)
  const pin = (next: boolean) => {
    setPinned(next)
    if (next) localStorage.setItem(KEY, "1")
    else localStorage.removeItem(KEY)
  }
  return [isPinned, pin]
}
