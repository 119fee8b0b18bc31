import { useQuery } from "@tanstack/react-query"
import { BriefcaseBusiness } from "lucide-react"
import { number } from "@/lib/format"
import { jobSummaries } from "./api"
import { byPlace } from "./by-place"
import { Figure, Tile } from "./tile"

const COLOURS = ["bg-edge", "bg-ink", "bg-line-2"] as const

export function JobTile() {
  return (
    <Tile
      title="Job listings"
      path="/admin/careers"
      icon={BriefcaseBusiness}
      query={useQuery(jobSummaries)}
    >
      {(jobs) => {
        if (jobs.length === 0) return <Figure value="0">open</Figure>
        const places = byPlace(jobs.map((job) => job.location ?? ""))
        return (
          <>
            <Figure value={number(jobs.length)}>open, by location</Figure>
            <div className="chart">
              <div
                role="img"
                aria-label={places.map(({ place, count }) => `${place} ${count}`).join(", ")}
                className="flex h-2.5 gap-0.5 overflow-hidden rounded-pane"
              >
                {places.map(({ place, count }, at) => (
                  <span key={place} className={COLOURS[at]} style={{ flexGrow: count }} />
                ))}
              </div>
              <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-label text-ink-2 tabular-nums">
                {places.map(({ place, count }, at) => (
                  <span key={place} className="inline-flex items-center gap-1.75 wrap-anywhere">
                    <span className={`size-2 shrink-0 rounded-pane ${COLOURS[at]}`} />
                    {place} {count}
                  </span>
                ))}
              </p>
            </div>
          </>
        )
      }}
    </Tile>
  )
}
