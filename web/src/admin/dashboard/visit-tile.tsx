import type { UseQueryResult } from "@tanstack/react-query"
import { axisDay, number, shortDate } from "@/lib/format"
import { Segment } from "@/ui/segment"
import { Figure, Waiting } from "./tile"
import {
  type Bar,
  bars,
  compared,
  PERIODS,
  type Period,
  type Report,
  startOf,
  visitsOf,
} from "./visit-report"

type Props = {
  query: UseQueryResult<Report>
  period: Period
  choose: (period: Period) => void
}

/** Visits of the last days; the period is that of all tiles beside it. */
export function VisitTile({ query, period, choose }: Props) {
  return (
    <section className="card tile span-8" aria-busy={query.isPlaceholderData}>
      <div className="flex flex-wrap items-center justify-between gap-2.5 font-medium">
        <h2>Visits</h2>
        <Segment label="Period" value={period} onChange={choose} choices={PERIODS} />
      </div>
      {query.data ? <Visits report={query.data} /> : <Waiting query={query} />}
    </section>
  )
}

function Visits({ report }: { report: Report }) {
  const now = visitsOf(report)
  if (now === 0 && !report.before)
    return (
      <p className="m-auto py-12 text-center text-ink-2">
        No visits yet. Counting started {shortDate(startOf(report.since))}.
      </p>
    )
  const list = bars(report)
  return (
    <>
      <Figure value={number(now)}>
        {compared(now, report.before, String(report.days.length) as Period)}
      </Figure>
      <div className="chart chart-tall">
        <VisitChart list={list} isDaily={list.length === report.days.length} />
        <div className="axis" aria-hidden="true">
          {[0, 0.25, 0.5, 0.75].map((share) => (
            <span key={share}>
              {axisDay(startOf(list[Math.floor(share * (list.length - 1))]?.from ?? ""))}
            </span>
          ))}
          <span>Today, so far</span>
        </div>
      </div>
    </>
  )
}

const W = 720
const H = 150

/** A bar each, what is not over yet dashed; the same as a table for those who do not see it. */
function VisitChart({ list, isDaily }: { list: Bar[]; isDaily: boolean }) {
  const each = isDaily ? "day" : "week"
  const most = Math.max(1, ...list.map(({ visits }) => visits))
  const step = W / list.length
  return (
    <>
      <svg viewBox={`0 0 ${W} ${H}`} preserveAspectRatio="none" aria-hidden="true">
        {list.map((bar, at) => {
          const height = (bar.visits / most) * (H - 10)
          const isLast = at === list.length - 1
          return (
            <g key={bar.from}>
              <title>{told(bar)}</title>
              <rect x={step * at} y={0} width={step} height={H} fill="none" pointerEvents="all" />
              <rect
                x={step * (at + 1 / 6)}
                y={H - height}
                width={(step * 2) / 3}
                height={height}
                fill={isLast ? "none" : "var(--edge)"}
                fillOpacity={bar.isQuiet ? 0.45 : 0.85}
                stroke={isLast ? "var(--edge)" : "none"}
                strokeDasharray="3 3"
                vectorEffect="non-scaling-stroke"
              />
            </g>
          )
        })}
        <path d={`M0 ${H - 0.5}H${W}`} stroke="var(--line-2)" vectorEffect="non-scaling-stroke" />
      </svg>
      <table className="sr-only">
        <caption>Visits per {each}</caption>
        <thead>
          <tr>
            <th scope="col">{isDaily ? "Day" : "Week"}</th>
            <th scope="col">Visits</th>
            <th scope="col">Visitors</th>
            <th scope="col">Sign-ups</th>
          </tr>
        </thead>
        <tbody>
          {list.map((bar) => (
            <tr key={bar.from}>
              <th scope="row">{bar.label}</th>
              <td>{number(bar.visits)}</td>
              <td>{number(bar.visitors)}</td>
              <td>{number(bar.signUps)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const told = ({ label, visits, visitors, signUps }: Bar) =>
  `${label}: ${number(visits)} visits, ${number(visitors)} visitors, ${number(signUps)} sign-ups`
