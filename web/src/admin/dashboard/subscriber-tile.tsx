import { useQuery } from "@tanstack/react-query"
import { subWeeks } from "date-fns"
import { Mail } from "lucide-react"
import { axisDay, number } from "@/lib/format"
import { useToday } from "@/lib/today"
import { subscriberWeeks, WEEKS } from "./api"
import { Figure, Tile } from "./tile"
import { type Period, periodOf, type Report, signUpsOf } from "./visit-report"

export function SubscriberTile({ visits }: { visits: Report | undefined }) {
  const today = useToday()
  const query = useQuery(subscriberWeeks(today))
  return (
    <Tile title="Subscribers" path="/admin/subscribers" icon={Mail} wide query={query}>
      {(weeks) => {
        const now = weeks.at(-1) ?? 0
        const isEmpty = Math.max(0, ...weeks) === 0 && !(visits && signUpsOf(visits) > 0)
        if (isEmpty) return <Figure value="0">nobody has signed up yet</Figure>
        return (
          <>
            <Figure value={number(now)}>
              {visits
                ? `${number(signUpsOf(visits))} signed up in ${periodOf(String(visits.days.length) as Period).label}`
                : `up ${number(now - (weeks[0] ?? 0))} in ${WEEKS} weeks`}
            </Figure>
            <div className="chart">
              <WeekChart weeks={weeks} />
              <div className="axis">
                <span>{axisDay(subWeeks(today, WEEKS))}</span>
                <span>Today</span>
              </div>
            </div>
          </>
        )
      }}
    </Tile>
  )
}

const W = 480
const H = 84

/** A line on a zero baseline, with drop lines like the ribs of a glass pane. */
function WeekChart({ weeks }: { weeks: number[] }) {
  const most = Math.max(1, ...weeks)
  const y = (value: number) => H - (value / most) * (H - 12)
  const at = (share: number) => {
    const place = share * (weeks.length - 1)
    const before = Math.floor(place)
    const from = weeks[before] ?? 0
    const to = weeks[before + 1] ?? from
    return y(from + (to - from) * (place - before))
  }
  const line = weeks.map((value, week) => `${(week / (weeks.length - 1)) * W} ${y(value)}`)
  const ribs = Array.from({ length: 40 }, (_, rib) => `M${(rib / 39) * W} ${H}V${at(rib / 39)}`)
  return (
    <svg
      viewBox={`0 0 ${W} ${H}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Subscribers over ${WEEKS} weeks, from ${weeks[0]} to ${weeks.at(-1)}`}
    >
      <path
        d={ribs.join("")}
        stroke="var(--edge)"
        strokeOpacity={0.28}
        strokeWidth={1.2}
        fill="none"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={`M${line.join("L")}`}
        stroke="var(--edge)"
        strokeWidth={2}
        fill="none"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
