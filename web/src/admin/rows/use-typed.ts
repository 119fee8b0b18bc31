import { useEffect, useState } from "react"

/** What was typed, a moment after the last key: the server is asked once per word, not per letter. */
export function useTyped(value: string, delay = 200): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    // An emptied box shows everything at once.
    const timer = setTimeout(() => setSettled(value), value === "" ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled.trim()
}
