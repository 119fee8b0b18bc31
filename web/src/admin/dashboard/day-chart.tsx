import { Fragment } from "react"

const W = 480
const H = 84
/** More discs than this do not stack legibly; bars take over. */
const MOST_DISCS = 8
/** What a disc takes of the height, while there is room for all of them. */
const DISC = 15.5

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
              <Discs x={x} count={count} step={Math.min(DISC, 72 / most)} isToday={isToday} />
            )}
          </Fragment>
        )
      })}
    </svg>
  )
}

type DiscsProps = { x: number; count: number; step: number; isToday: boolean }

function Discs({ x, count, step, isToday }: DiscsProps) {
  const look = isToday
    ? { side: "var(--dot)", top: "var(--dot-hi)", line: "var(--dot-lo)" }
    : { side: "url(#gV)", top: "var(--v-hi)", line: "var(--v-line)" }
  return Array.from({ length: count }, (_, at) => {
    const y = 82.5 - (at + 1) * step
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a disc is its place
      <g key={at} stroke={look.line} strokeWidth={0.9}>
        <path d={`M${x - 13} ${y}v${step - 4.5}a13 4 0 0 0 26 0v${4.5 - step}`} fill={look.side} />
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
