import { useMemo } from "react"

/** The same object as long as it says the same, so that frames are told of changes alone. */
export function useStable<Value>(value: Value): Value {
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says it all
  return useMemo(() => value, [key])
}
