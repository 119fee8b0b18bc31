import { useEffect, useEffectEvent } from "react"
import { useParam } from "@/lib/location"
import { parseField } from "@/lib/preview"
import type { Opener } from "./bench"
import { landSoon } from "./land"

/** Lands in the field that the address asks for (?field=), as a press in a preview and the pencil do. */
export function useArrival(openerOf: (document: string) => Opener | undefined) {
  const [arrival, setArrival] = useParam("field", "")
  const arrive = useEffectEvent(() => {
    setArrival("")
    const { document: name } = parseField(arrival)
    // The list that can open it may be on its way.
    landSoon(arrival, (...at) => opener(name)?.(...at))
  })
  const opener = useEffectEvent(openerOf)
  useEffect(() => {
    if (arrival) arrive()
  }, [arrival])
}
