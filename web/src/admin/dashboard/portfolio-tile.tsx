import { useQuery } from "@tanstack/react-query"
import { Store } from "lucide-react"
import { number } from "@/lib/format"
import { Drawing } from "@/ui/art/drawing"
import { forms } from "@/ui/art/objects"
import type { Scene } from "@/ui/art/scene"
import { vessel } from "@/ui/art/vessel"
import { Badge } from "@/ui/badge"
import { companySummaries, sectionShown } from "./api"
import { Figure, Tile } from "./tile"

const MOST = 6

export function PortfolioTile() {
  const { data: isShown } = useQuery(sectionShown)
  return (
    <Tile title="Portfolio" path="/admin/portfolio" icon={Store} query={useQuery(companySummaries)}>
      {(companies) => {
        const active = companies.filter((one) => one.is_active).length
        // Visitors see the section once there is something in it.
        const isSeen = isShown && active > 0
        const drawn = companies.slice(0, MOST).map(({ name, is_active }) => ({ name, is_active }))
        return (
          <>
            <Figure value={number(active)}>
              {companies.length > 0
                ? `of ${number(companies.length)} companies active`
                : "companies so far"}
            </Figure>
            <div className="mt-auto flex items-end justify-between gap-3 pt-5">
              {drawn.length > 0 && (
                <Drawing
                  scene={shelf}
                  of={JSON.stringify(drawn)}
                  fit="xMinYMax meet"
                  className="h-13 min-w-0 flex-1"
                />
              )}
              {isShown !== undefined && (
                <Badge look={isSeen ? "on" : "warn"}>{isSeen ? "Shown" : "Hidden"}</Badge>
              )}
            </div>
          </>
        )
      }}
    </Tile>
  )
}

/** A vessel per company, dashed while it is inactive. */
function shelf(of: string): Scene {
  const companies = JSON.parse(of) as { name: string; is_active: boolean }[]
  const body = forms(companies.map((one) => one.name)).map((form, at) => {
    const scale = 44 / Math.max(form.w, form.h)
    return vessel({
      cx: 24 + at * 50,
      base: 49,
      w: form.w * scale,
      h: form.h * scale,
      kind: form.kind,
      mode: companies[at]?.is_active ? "solid" : "draft",
      step: 3.5,
      shadow: companies[at]?.is_active,
    })
  })
  return { w: Math.max(1, companies.length) * 50, h: 52, body: body.join("") }
}
