import { useSyncExternalStore } from "react"

const watch = (query: string) => ({
  subscribe: (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener("change", listener)
    return () => media.removeEventListener("change", listener)
  },
  matches: () => matchMedia(query).matches,
})

const narrow = watch("(width < 64rem)")
const wide = watch("(width >= 85rem)")

/** A message takes the whole screen. */
export const useNarrow = () => useSyncExternalStore(narrow.subscribe, narrow.matches)

/** There is room for the person beside the message. */
export const useWide = () => useSyncExternalStore(wide.subscribe, wide.matches)
