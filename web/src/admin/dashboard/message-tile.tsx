import { useQuery } from "@tanstack/react-query"
import { subDays } from "date-fns"
import { Inbox } from "lucide-react"
import { axisDay, number } from "@/lib/format"
import { useToday } from "@/lib/today"
import { DAYS, messageDays } from "./api"
import { DayChart } from "./day-chart"
import { Figure, Tile } from "./tile"

export function MessageTile() {
  const today = useToday()
  const query = useQuery(messageDays(today))
  return (
    <Tile title="Messages" path="/admin/messages" icon={Inbox} wide query={query}>
      {(days) => {
        const all = days.reduce((sum, day) => sum + day, 0)
        // A chart of nothing is a hole in the page.
        if (all === 0) return <Figure value="0">in the last {DAYS} days</Figure>
        return (
          <>
            <Figure value={number(all)}>
              in the last {DAYS} days, {number(days.at(-1) ?? 0)} today
            </Figure>
            <div className="chart">
              <DayChart days={days} />
              <div className="axis">
                <span>{axisDay(subDays(today, DAYS - 1))}</span>
                <span>Today</span>
              </div>
            </div>
          </>
        )
      }}
    </Tile>
  )
}
