import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core"
import { useQuery } from "@tanstack/react-query"
import { Tabs } from "radix-ui"
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { number } from "@/lib/format"
import { Button } from "@/ui/button"
import { useNarrow } from "@/ui/use-narrow"
import { closedOn } from "./api"
import { Card } from "./card"
import type { Columns } from "./placed"
import { type Application, STAGE_NAMES, STAGES, type Stage } from "./stages"

type Props = {
  columns: Columns
  openId: number
  nameOf: (userId: string | null) => string | undefined
  onOpen: (id: number) => void
  onMove: (row: Application, stage: Stage) => void
  onSayNo: (row: Application) => void
  onMore: (stage: Stage) => void
}

const EMPTY: Record<Stage, string> = {
  new: "Nobody new.",
  read: "Nobody waits for an answer.",
  talking: "You talk with nobody right now.",
  offer: "No offer is out.",
  closed: "Nothing is closed yet.",
}

/** Applicants by stage. Cards are dragged, moved with Shift and the arrow keys, or by their menus. */
export function Board(props: Props) {
  const { columns, onMove } = props
  const isNarrow = useNarrow()
  const [said, setSaid] = useState("")
  const focus = useFocusOf()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 6 } }),
  )
  const move = (row: Application, stage: Stage) => {
    if (row.stage === stage) return
    focus(row.id)
    // Whoever closes one is asked how it ended first.
    if (stage !== "closed") setSaid(`${row.name} moved to ${STAGE_NAMES[stage]}.`)
    onMove(row, stage)
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) move(active.data.current?.row as Application, over.id as Stage)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = Number((event.target as HTMLElement).dataset.application)
    if (!id || event.altKey || event.ctrlKey || event.metaKey) return
    const at = placeOf(columns, id)
    const by = STEPS[event.key]
    if (!at || !by) return
    event.preventDefault()
    if (!event.shiftKey) return cardBeside(columns, at, by)?.focus()
    const stage = STAGES[at.column + by[0]]
    const row = columns[STAGES[at.column] as Stage].rows[at.index]
    if (by[0] !== 0 && stage && row) move(row, stage)
  }
  const list = (stage: Stage) => <Cards stage={stage} {...props} onMove={move} />
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={(args) => {
        const within = pointerWithin(args)
        return within.length > 0 ? within : closestCenter(args)
      }}
      onDragEnd={drop}
      accessibility={{ announcements: SILENT }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the cards in it */}
      <div onKeyDown={onKeyDown}>
        {isNarrow ? (
          <Stages columns={columns}>{list}</Stages>
        ) : (
          <div className="board">
            {STAGES.map((stage) => (
              <Column key={stage} stage={stage} total={columns[stage].total}>
                {list(stage)}
              </Column>
            ))}
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </DndContext>
  )
}

// What a drop did is said by the board itself.
const SILENT: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

type ColumnProps = { stage: Stage; total: number; children: ReactNode }

function Column({ stage, total, children }: ColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: stage })
  return (
    <section
      ref={setNodeRef}
      className="board-column"
      data-over={isOver || undefined}
      aria-labelledby={`stage-${stage}`}
    >
      <h2 id={`stage-${stage}`}>
        {STAGE_NAMES[stage]} <span>{number(total)}</span>
      </h2>
      {children}
    </section>
  )
}

type StagesProps = { columns: Columns; children: (stage: Stage) => ReactNode }

/** The columns of a phone, one at a time. */
function Stages({ columns, children }: StagesProps) {
  const [stage, setStage] = useState<Stage>("new")
  return (
    <Tabs.Root value={stage} onValueChange={(next) => setStage(next as Stage)}>
      <Tabs.List aria-label="Stages" className="board-tabs">
        {STAGES.map((one) => (
          <Tabs.Trigger key={one} value={one} className="tab">
            {STAGE_NAMES[one]} {number(columns[one].total)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={stage} tabIndex={-1} className="board-column">
        <h2 className="sr-only">{STAGE_NAMES[stage]}</h2>
        {children(stage)}
      </Tabs.Content>
    </Tabs.Root>
  )
}

function Cards({
  stage,
  columns,
  openId,
  nameOf,
  onOpen,
  onMove,
  onSayNo,
  onMore,
}: Props & { stage: Stage }) {
  const { rows, total } = columns[stage]
  const ids = stage === "closed" ? rows.map(({ id }) => id) : []
  const { data: closed } = useQuery(closedOn(ids))
  const rest = total - rows.length
  return (
    <>
      {rows.length === 0 && <p className="px-1.5 text-label text-ink-3">{EMPTY[stage]}</p>}
      <ul className="board-cards" aria-label={STAGE_NAMES[stage]}>
        {rows.map((row) => (
          <Card
            key={row.id}
            row={row}
            assignee={nameOf(row.assigned_to)}
            closedAt={closed?.get(row.id)}
            isOpen={row.id === openId}
            onOpen={() => onOpen(row.id)}
            onMove={(to) => onMove(row, to)}
            onSayNo={() => onSayNo(row)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button look="ghost" size="sm" className="mt-2 w-full" onClick={() => onMore(stage)}>
          Show {number(rest)} more
        </Button>
      )}
    </>
  )
}

type Step = readonly [columns: number, cards: number]

const STEPS: Record<string, Step> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type At = { column: number; index: number }

function placeOf(columns: Columns, id: number): At | undefined {
  for (const [column, stage] of STAGES.entries()) {
    const index = columns[stage].rows.findIndex((row) => row.id === id)
    if (index >= 0) return { column, index }
  }
  return undefined
}

const cardOf = (id: number | undefined) =>
  document.querySelector<HTMLElement>(`[data-application="${id}"]`)

/** The next card in a direction; columns without any are stepped over. */
function cardBeside(columns: Columns, { column, index }: At, [across, down]: Step) {
  for (let at = column + across; ; at += across) {
    const stage = STAGES[at]
    if (!stage) return null
    const { rows } = columns[stage]
    if (across === 0) return cardOf(rows[index + down]?.id)
    if (rows.length > 0) return cardOf(rows[Math.min(index, rows.length - 1)]?.id)
  }
}

/** A card that is moved takes the focus along. */
function useFocusOf() {
  const wanted = useRef(0)
  useLayoutEffect(() => {
    if (!wanted.current) return
    const card = cardOf(wanted.current)
    // It is drawn anew in its column, and then nothing has the focus.
    if (!card || document.activeElement !== document.body) return
    wanted.current = 0
    card.focus({ preventScroll: true })
    card.scrollIntoView?.({ block: "nearest" })
  })
  return (id: number) => {
    wanted.current = id
  }
}
