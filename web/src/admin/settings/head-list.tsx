import { useMedia } from "@/lib/media"
import { Badge } from "@/ui/badge"
import { Room, useVirtualRows } from "@/ui/virtual-rows"

export type Row = {
  path: string
  name: string
  below: string
  /** The heading that it stands under. */
  group: string
  mark?: "own" | "not listed" | "no page"
}

type Props = {
  rows: Row[]
  /** The path of the chosen one. */
  chosen: string
  onChoose: (path: string) => void
}

/** The pages to choose from. */
export function HeadList({ rows, chosen, onChoose }: Props) {
  const groups = [...new Set(rows.map(({ group }) => group))]
  return (
    <nav aria-label="Pages of the site" className="heads-list">
      {groups.map((group) => (
        <div key={group}>
          {group && (
            <h2 className="mt-5 mb-1 px-2.5 text-label text-ink-3 max-lg:hidden">{group}</h2>
          )}
          <Group
            rows={rows.filter((row) => row.group === group)}
            chosen={chosen}
            onChoose={onChoose}
          />
        </div>
      ))}
    </nav>
  )
}

function Group({ rows, chosen, onChoose }: Props) {
  const isWide = useMedia("(width >= 64rem)")
  const { list, slots } = useVirtualRows<HTMLUListElement>({
    count: rows.length,
    keyOf: (index) => (rows[index] as Row).path,
    estimate: 52,
    keep: [chosen],
    // On a phone they stand beside each other.
    isMany: isWide ? undefined : false,
  })
  return (
    <ul ref={list}>
      {slots.map((slot) => {
        if (slot.index === undefined) return <Room key={slot.key} height={slot.height} />
        const { path, name, below, mark } = rows[slot.index] as Row
        return (
          <li key={path} {...slot.props}>
            <button
              type="button"
              aria-current={path === chosen || undefined}
              onClick={() => onChoose(path)}
            >
              <span className="min-w-0">
                <span className="block truncate font-medium max-lg:max-w-48">{name}</span>
                <small className="block truncate text-label text-ink-3 max-lg:hidden">
                  {below}
                </small>
              </span>
              {mark && (
                <span className="max-lg:hidden">
                  <Badge look={mark === "own" ? "plain" : "warn"}>{mark}</Badge>
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
