import { startOfDay } from "date-fns"
import { useEffect, useState } from "react"

const MINUTE = 60_000

const today = () => startOfDay(new Date()).getTime()

/** When today began, by the clock of the person who looks; it moves on at midnight. */
export function useToday(): number {
  const [day, setDay] = useState(today)
  useEffect(() => {
    const look = () => setDay(today())
    const timer = setInterval(look, MINUTE)
    // A computer that slept over midnight has not counted its minutes.
    document.addEventListener("visibilitychange", look)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", look)
    }
  }, [])
  return day
}
