import { startTransition, useCallback, useState } from "react"

/** What a dialog has open. A form takes a while to be drawn, so that the press which opened it is seen first. */
export function useOpened<What>() {
  const [opened, setOpened] = useState<What>()
  const open = useCallback((what?: What) => {
    if (what === undefined) setOpened(undefined)
    else startTransition(() => setOpened(() => what))
  }, [])
  return [opened, open] as const
}
