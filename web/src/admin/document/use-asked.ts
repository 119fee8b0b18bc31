import { useEffect, useEffectEvent } from "react"
import { useParam } from "@/lib/location"
import { toast } from "@/lib/toast"

/** Opens the entry that the address asks for (?edit=5), as Activity does, once the list is there. */
export function useAsked(rows: { id: number }[] | undefined, open: (id: number) => void) {
  const [wanted, setWanted] = useParam("edit", "")
  const [, setHistory] = useParam("history", "")
  const act = useEffectEvent((all: { id: number }[]) => {
    setWanted("")
    if (all.some(({ id }) => id === Number(wanted))) return open(Number(wanted))
    setHistory("")
    toast.error("It is not there any more", "What was deleted is in Trash for a while.")
  })
  useEffect(() => {
    if (wanted && rows) act(rows)
  }, [wanted, rows])
}
