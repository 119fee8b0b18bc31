import { useDraggable } from "@dnd-kit/core"
import { CSS } from "@dnd-kit/utilities"
import { ArrowRight, Ban } from "lucide-react"
import { cn } from "@/lib/cn"
import { initialOf } from "@/lib/format"
import { Badge } from "@/ui/badge"
import { Menu } from "@/ui/menu"
import { useNarrow } from "@/ui/use-narrow"
import { When } from "@/ui/when"
import { type Application, OUTCOMES, STAGE_NAMES, STAGES, type Stage } from "./stages"

type Props = {
  row: Application
  /** Who looks after it. */
  assignee?: string
  /** When it was closed. */
  closedAt?: string
  isOpen: boolean
  onOpen: () => void
  onMove: (stage: Stage) => void
  onSayNo: () => void
}

/** An applicant on the board. */
export function Card({ row, assignee, closedAt, isOpen, onOpen, onMove, onSayNo }: Props) {
  const { id, name, job_title, created_at, stage, outcome } = row
  // A phone shows one column, so there is nowhere to drop it.
  const drag = useDraggable({ id, data: { row }, disabled: useNarrow() })
  const isClosed = stage === "closed"
  return (
    <li
      ref={drag.setNodeRef}
      {...drag.listeners}
      className={cn("applicant", drag.isDragging && "applicant-lifted")}
      style={{ transform: CSS.Translate.toString(drag.transform) }}
      aria-current={isOpen ? "true" : undefined}
    >
      <h3>
        <button type="button" data-application={id} onClick={onOpen}>
          {name}
        </button>
      </h3>
      <p>{job_title}</p>
      <div className="applicant-foot">
        <span>
          {isClosed && `${OUTCOMES[outcome]}, `}
          <When at={(isClosed && closedAt) || created_at} />
        </span>
        {stage === "new" ? (
          <Badge look="new">New</Badge>
        ) : (
          assignee && (
            <span className="feed-face" title={`With ${assignee}`}>
              <span aria-hidden="true">{initialOf(assignee)}</span>
              <span className="sr-only">With {assignee}</span>
            </span>
          )
        )}
      </div>
      <Menu
        label={`Move ${name}`}
        className="applicant-menu"
        items={[
          ...STAGES.filter((one) => one !== stage).map((one) => ({
            label: `Move to ${STAGE_NAMES[one]}`,
            icon: ArrowRight,
            run: () => onMove(one),
          })),
          ...(outcome === "rejected" ? [] : [{ label: "Say no", icon: Ban, run: onSayNo }]),
        ]}
      />
    </li>
  )
}
