import { useQuery } from "@tanstack/react-query"
import { number } from "@/lib/format"
import { inTrash } from "../kinds/kinds"
import { trashKinds } from "./api"

type Props = { value: string; onChange: (group: string) => void }

/** The kinds of things that are in Trash, with how many there are. */
export function KindPills({ value, onChange }: Props) {
  const { data = [] } = useQuery(trashKinds)
  const groups = new Map<string, number>()
  for (const { document } of data) {
    const { group } = inTrash(document)
    groups.set(group, (groups.get(group) ?? 0) + 1)
  }
  // The one that was chosen stays, so that it can be given up.
  const names = [...new Set([...groups.keys(), ...(value ? [value] : [])])].sort()
  if (names.length === 0) return null
  const pill = (label: string, group: string, count: number) => (
    <button
      key={label}
      type="button"
      className="pill"
      aria-pressed={value === group}
      onClick={() => onChange(group)}
    >
      {label} {number(count)}
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls
    <div role="group" aria-label="Kind" className="pills">
      {pill("All", "", data.length)}
      {names.map((name) => pill(name, name, groups.get(name) ?? 0))}
    </div>
  )
}
