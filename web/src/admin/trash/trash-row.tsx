import { Trash2, Undo2 } from "lucide-react"
import { cn } from "@/lib/cn"
import { counted, feedDay, feedMoment, fullMoment, shortDate } from "@/lib/format"
import { daysLeft } from "@/lib/trash-time"
import { Button } from "@/ui/button"
import { Checkbox } from "@/ui/checkbox"
import { Menu } from "@/ui/menu"
import type { RowProps } from "@/ui/virtual-rows"
import { inTrash } from "../kinds/kinds"
import { useUser } from "../session/session"
import type { Trashed } from "./api"

type Props = {
  place: RowProps
  row: Trashed
  by: string
  isChosen: boolean
  isPending: boolean
  onChoose: (isChosen: boolean) => void
  onPutBack: () => void
  onPurge: () => void
}

/** Fewer days than this are said in another colour. */
const SOON = 7

export function TrashRow({
  place,
  row,
  by,
  isChosen,
  isPending,
  onChoose,
  onPutBack,
  onPurge,
}: Props) {
  const { title, detail, created_at } = row
  const { role } = useUser()
  const { icon: Icon } = inTrash(row.document)
  const left = daysLeft(created_at)
  const days = left !== undefined && (
    <span className={cn(left < SOON && "text-warn")}>{counted(left, "day")} left</span>
  )
  const isRecent = feedDay(created_at) !== shortDate(created_at)
  return (
    <li className="trash-row" {...place}>
      <span className="flex max-md:hidden">
        <Checkbox
          label={<span className="sr-only">Choose {title}</span>}
          checked={isChosen}
          onChange={onChoose}
        />
      </span>
      <span className="trash-icon">
        <Icon aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <p className="line-clamp-2 font-medium wrap-anywhere" title={title}>
          {title}
        </p>
        <p className="text-label wrap-anywhere text-ink-3">{detail}</p>
        <p className="text-label text-ink-3 md:hidden">{days}</p>
      </div>
      <p className="text-ink-2 wrap-anywhere max-md:hidden">
        {by},{" "}
        <time dateTime={created_at} title={fullMoment(created_at)} className="tabular-nums">
          {isRecent ? feedMoment(created_at) : shortDate(created_at)}
        </time>
      </p>
      <p className="text-ink-3 tabular-nums max-md:hidden">{days}</p>
      <div className="flex items-center gap-1">
        <Button
          size="sm"
          className="max-md:size-10 max-md:px-0"
          aria-label={`Put back ${title}`}
          data-remove
          pending={isPending}
          onClick={onPutBack}
        >
          <Undo2 aria-hidden="true" />
          <span className="max-md:hidden">Put back</span>
        </Button>
        {role === "admin" && (
          <Menu
            label={`More for ${title}`}
            items={[{ label: "Delete for good", icon: Trash2, danger: true, run: onPurge }]}
          />
        )}
      </div>
    </li>
  )
}
