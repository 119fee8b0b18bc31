import { useEffect, useState } from "react"

/** The value once it has not changed for a moment, for what takes long to make. */
export function useRested<Value>(value: Value, rest = 300): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest)
    return () => clearTimeout(timer)
  }, [value, rest])
  return rested
}
