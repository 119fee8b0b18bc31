import { useSyncExternalStore } from "react"

const steps = [
  ["(width >= 80rem)", 3],
  ["(width >= 40rem)", 2],
] as const

function subscribe(listener: () => void) {
  const queries = steps.map(([query]) => matchMedia(query))
  for (const query of queries) query.addEventListener("change", listener)
  return () => {
    for (const query of queries) query.removeEventListener("change", listener)
  }
}

const columns = () => steps.find(([query]) => matchMedia(query).matches)?.[1] ?? 1

/** How many cards fit side by side. */
export const useColumns = (): number => useSyncExternalStore(subscribe, columns)
