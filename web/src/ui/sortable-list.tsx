import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core"
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable"
import { CSS } from "@dnd-kit/utilities"
import { ChevronDown, ChevronUp, GripVertical } from "lucide-react"
import { type ReactNode, useLayoutEffect, useRef } from "react"
import { cn } from "@/lib/cn"
import { IconButton } from "./icon-button"

type Id = string | number

type Props<Item> = {
  items: Item[]
  idOf: (item: Item) => Id
  nameOf: (item: Item) => string
  onMove: (ids: Id[]) => void
  children: (item: Item, index: number) => ReactNode
  rowClass?: (item: Item) => string | false
  className?: string
}

/** A list put in order by buttons, by dragging, and by Space and arrows on the grip. */
export function SortableList<Item>(props: Props<Item>) {
  const { items, idOf, nameOf, onMove, children, rowClass, className } = props
  const list = useRef<HTMLUListElement>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(idOf)
  const name = (id: Id) => nameOf(items[ids.indexOf(id)] as Item)
  const place = (id: Id) => `position ${ids.indexOf(id) + 1} of ${ids.length}`

  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    onMove(arrayMove(ids, ids.indexOf(active.id), ids.indexOf(over.id)))
  }
  const step = (index: number, by: 1 | -1) => {
    moved.current = { id: ids[index] as Id, by }
    onMove(arrayMove(ids, index, index + by))
  }
  // The row moves away from under the pointer, at once or when the order is known, and may come back; the focus goes with it.
  const moved = useRef<{ id: Id; by: 1 | -1 }>(null)
  useLayoutEffect(() => {
    if (!moved.current) return
    const { id, by } = moved.current
    const row = list.current?.querySelector(`[data-row="${id}"]`)
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>("[data-step]") ?? []
    if (![document.body, up, down].includes(document.activeElement as HTMLElement)) {
      moved.current = null
      return
    }
    const [wanted, other] = by < 0 ? [up, down] : [down, up]
    ;(wanted?.disabled ? other : wanted)?.focus()
  })

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => `Picked up ${name(active.id)}, ${place(active.id)}.`,
          onDragOver: ({ active, over }) =>
            over ? `${name(active.id)} is over ${place(over.id)}.` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${name(active.id)} was dropped at ${place(over.id)}.` : undefined,
          onDragCancel: ({ active }) => `${name(active.id)} stays where it was.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul ref={list} className={className}>
          {items.map((item, index) => (
            <Row
              key={idOf(item)}
              id={idOf(item)}
              name={nameOf(item)}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onStep={(by) => step(index, by)}
              className={rowClass?.(item) || undefined}
            >
              {children(item, index)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

type RowProps = {
  id: Id
  name: string
  isFirst: boolean
  isLast: boolean
  onStep: (by: 1 | -1) => void
  className?: string
  children: ReactNode
}

function Row({ id, name, isFirst, isLast, onStep, className, children }: RowProps) {
  const sortable = useSortable({ id })
  return (
    <li
      ref={sortable.setNodeRef}
      data-row={id}
      style={{
        transform: CSS.Translate.toString(sortable.transform),
        transition: sortable.transition,
      }}
      className={cn("sortable", sortable.isDragging && "sortable-lifted", className)}
    >
      <div className="sortable-grip">
        <IconButton
          label={`Move ${name} up`}
          data-step
          disabled={isFirst}
          onClick={() => onStep(-1)}
        >
          <ChevronUp />
        </IconButton>
        <button
          type="button"
          className="grip"
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={`Drag ${name}`}
        >
          <GripVertical className="size-4" />
        </button>
        <IconButton
          label={`Move ${name} down`}
          data-step
          disabled={isLast}
          onClick={() => onStep(1)}
        >
          <ChevronDown />
        </IconButton>
      </div>
      {children}
    </li>
  )
}
