import { Fragment } from "react"

const W = 480
const H = 84
/** More discs than this do not stack legibly; bars take over. */
const MOST_DISCS = 5

/** Messages per day: one disc each, today's in the colour of the dot. */
export function DayChart({ days }: { days: number[] }) {
  const most = Math.max(...days)
  const step = W / days.length
  return (
    <svg
      viewBox={`0 0 ${W} ${H}`}
      preserveAspectRatio="xMidYMax meet"
      role="img"
      aria-label={`Messages per day, last ${days.length} days: ${days.join(", ")}`}
    >
      <path d={`M0 ${H - 1}H${W}`} stroke="var(--line-2)" />
      {days.map((count, day) => {
        const x = step * (day + 0.5)
        const isToday = day === days.length - 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
          <Fragment key={day}>
            {most > MOST_DISCS ? (
              <DayBar x={x} height={(count / most) * (H - 12)} isToday={isToday} />
            ) : (
              <Discs x={x} count={count} isToday={isToday} />
            )}
          </Fragment>
        )
      })}
    </svg>
  )
}

function Discs({ x, count, isToday }: { x: number; count: number; isToday: boolean }) {
  const look = isToday
    ? { side: "var(--dot)", top: "var(--dot-hi)", line: "var(--dot-lo)" }
    : { side: "url(#gV)", top: "var(--v-hi)", line: "var(--v-line)" }
  return Array.from({ length: count }, (_, at) => {
    const y = 67 - at * 15.5
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a disc is its place
      <g key={at} stroke={look.line} strokeWidth={0.9}>
        <path d={`M${x - 13} ${y}v11a13 4 0 0 0 26 0v-11`} fill={look.side} />
        <ellipse cx={x} cy={y} rx={13} ry={4} fill={look.top} />
      </g>
    )
  })
}

function DayBar({ x, height, isToday }: { x: number; height: number; isToday: boolean }) {
  if (height === 0) return null
  const y = H - 1 - height
  const look = isToday
    ? { side: "var(--dot)", top: "var(--dot-hi)", line: "var(--dot-lo)" }
    : { side: "url(#gV)", top: "var(--v-hi)", line: "var(--v-line)" }
  const drop = Math.max(0, height - 4)
  return (
    <g stroke={look.line} strokeWidth={0.9}>
      <path d={`M${x - 11} ${y}v${drop}a11 3.4 0 0 0 22 0v${-drop}`} fill={look.side} />
      <ellipse cx={x} cy={y} rx={11} ry={3.4} fill={look.top} />
    </g>
  )
}
