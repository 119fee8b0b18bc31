import { useQuery } from "@tanstack/react-query"
import { createContext, type RefObject, useContext, useEffect } from "react"
import { fieldOf } from "@/lib/preview"
import { call } from "@/lib/supabase"
import { useBench } from "../preview/bench"
import { useStaff } from "../session/staff"
import type { Place } from "./history/revisions"

/** Somebody else who has the same document open. */
export type Other = { name: string; field: string; since: string }

const EVERY = 10_000

/** Says where one is in a document while its window is looked at, and hears who else is there. It blocks nobody. */
export function usePresence(place: Place | undefined, box: RefObject<HTMLElement | null>): Other[] {
  const { document = "", document_id = "" } = place ?? {}
  const { data = [] } = useQuery({
    queryKey: ["presence", document, document_id],
    queryFn: () => call("editing", { document, document_id, field: fieldIn(box.current) }),
    enabled: place !== undefined,
    refetchInterval: EVERY,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { data: staff = [] } = useStaff(data.length > 0)
  return data.flatMap(({ user_id, field, since }) => {
    const person = staff.find(({ id }) => id === user_id)
    return person ? [{ name: person.name || person.email, field, since }] : []
  })
}

/** The field that has the focus. */
function fieldIn(box: HTMLElement | null): string {
  const active = document.activeElement
  if (!box?.contains(active)) return ""
  const field = active?.closest<HTMLElement>("[data-path], [name]")
  return field?.dataset.path ?? field?.getAttribute("name") ?? ""
}

/** Shows in the preview where the others are. */
export function useShownOthers(document: string, id: number | string, others: Other[]) {
  const bench = useBench()?.bench
  const at = JSON.stringify(
    others.map(({ name, field }) => ({ field: fieldOf(document, id, field), label: name })),
  )
  useEffect(() => {
    bench?.meet(JSON.parse(at))
    return () => bench?.meet([])
  }, [bench, at])
}

export const Present = createContext<Other[]>([])

/** Who else is in a field, or in a list that it is an item of. */
export const usePresent = (path: string) =>
  useContext(Present).filter(({ field }) => field === path || field.startsWith(`${path}.`))
