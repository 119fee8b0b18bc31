import { useQuery } from "@tanstack/react-query"
import { number } from "@/lib/format"
import { Pills } from "@/ui/pills"
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
  return (
    <Pills
      label="Kind"
      value={value}
      onChange={onChange}
      choices={[
        { value: "", label: `All ${number(data.length)}` },
        ...names.map((name) => ({
          value: name,
          label: `${name} ${number(groups.get(name) ?? 0)}`,
        })),
      ]}
    />
  )
}
