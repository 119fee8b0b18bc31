import { useQuery } from "@tanstack/react-query"
import { Link2 } from "lucide-react"
import { number } from "@/lib/format"
import { footerSummary, navigationSummary } from "./api"
import { Figure, Tile } from "./tile"

export function LinkTile() {
  const footer = useQuery(footerSummary)
  const navigation = useQuery(navigationSummary)
  // Both lists make the figure; the one that is missing decides what the tile shows.
  const query = navigation.data === undefined ? navigation : footer
  return (
    <Tile title="Links" path="/admin/navigation" icon={Link2} query={query}>
      {() => {
        const menu = navigation.data ?? []
        const columns = footer.data ?? []
        const all = [...menu, ...columns]
        const hidden = all.filter((link) => !link.is_visible).length
        return (
          <>
            <Figure value={number(all.length)}>
              links{hidden > 0 ? `, ${number(hidden)} hidden` : ", all visible"}
            </Figure>
            <dl className="mt-auto grid gap-1.5 pt-5 text-label text-ink-2">
              <Line label="Navigation" links={menu} />
              <Line label="Footer" links={columns} />
            </dl>
          </>
        )
      }}
    </Tile>
  )
}

function Line({ label, links }: { label: string; links: { is_visible: boolean }[] }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd className="tabular-nums">
        {links.filter((link) => link.is_visible).length} of {links.length} visible
      </dd>
    </div>
  )
}
