import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardCode,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core"
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable"
import { type ReactNode, use, useLayoutEffect, useRef, useState } from "react"
import { PositionDialog } from "./position-dialog"
import { type Handles, type Id, type Move, SortableRow, SortingContext } from "./sortable-row"
import { Room, useVirtualRows } from "./virtual-rows"

type Order<Item> = {
  items: Item[]
  idOf: (item: Item) => Id
  nameOf: (item: Item) => string
  onMove: (ids: Id[]) => void
  /** What is shown is not the order: it is sorted or searched. */
  off?: boolean
  /** Buttons for up and down stand beside the grip. */
  steps?: boolean
}

// Enter opens the menu of the grip.
const KEYS = { start: [KeyboardCode.Space], cancel: [KeyboardCode.Esc], end: [KeyboardCode.Space] }

const HOW =
  "Press Space to pick it up, the arrow keys to move it, Space to drop it and Escape to leave it. Alt with an arrow key moves it at once; Enter opens a menu."

/** Lets rows be put in order: by their grips, by Alt and the arrow keys, and by a menu. */
export function Sorting<Item>(props: Order<Item> & { children: ReactNode }) {
  const { items, idOf, nameOf, onMove, off = false, steps = false, children } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      keyboardCodes: KEYS,
    }),
  )
  const ids = items.map(idOf)
  const name = (id: Id) => nameOf(items[ids.indexOf(id)] as Item)
  const place = (id: Id) => `position ${ids.indexOf(id) + 1} of ${ids.length}`
  const became = (id: Id, to: number) => `${name(id)} moved to ${to + 1} of ${ids.length}.`
  const [said, setSaid] = useState("")
  const [asked, setAsked] = useState<Id>()
  const [held, setHeld] = useState<Id>()
  const focus = useFocusOfMoved()

  const move: Move = (id, to, control) => {
    const from = ids.indexOf(id)
    if (off || from === to || to < 0 || to >= ids.length) return
    if (control) focus(id, control)
    setSaid(became(id, to))
    setHeld(id)
    onMove(arrayMove(ids, from, to))
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) move(active.id, ids.indexOf(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setHeld(active.id)}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: HOW },
        announcements: {
          onDragStart: ({ active }) => `Picked up ${name(active.id)}, ${place(active.id)}.`,
          onDragOver: ({ active, over }) =>
            over ? `${name(active.id)} is over ${place(over.id)}.` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? became(active.id, ids.indexOf(over.id)) : undefined,
          onDragCancel: ({ active }) => `${name(active.id)} stays where it was.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <SortingContext value={{ ids, name, move, ask: setAsked, held, off, steps }}>
          {children}
        </SortingContext>
      </SortableContext>
      <p role="status" className="sr-only">
        {said}
      </p>
      {asked !== undefined && (
        <PositionDialog
          name={name(asked)}
          at={ids.indexOf(asked) + 1}
          of={ids.length}
          onMove={(to) => move(asked, to - 1)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </DndContext>
  )
}

// The row moves away from under the pointer, at once or when the order is known, and may come back; the focus goes with it.
function useFocusOfMoved() {
  const moved = useRef<{ id: Id; list: Element | null; control: string }>(null)
  useLayoutEffect(() => {
    if (!moved.current) return
    const { id, list, control } = moved.current
    const row = list?.querySelector(`:scope > [data-row="${id}"]`)
    const controls = [...(row?.querySelectorAll<HTMLButtonElement>("[data-move]") ?? [])]
    if (![document.body, ...controls].includes(document.activeElement as HTMLButtonElement)) {
      moved.current = null
      return
    }
    const wanted = controls.find((one) => one.dataset.move === control)
    const other = controls.find((one) => one.dataset.move === OTHER[control])
    ;(wanted?.disabled ? other : wanted)?.focus()
  })
  return (id: Id, from: Element) => {
    const control = from.closest<HTMLElement>("[data-move]")?.dataset.move ?? "grip"
    moved.current = { id, list: from.closest("[data-row]")?.parentElement ?? null, control }
  }
}

const OTHER: Record<string, string> = { up: "down", down: "up" }

type Props<Item> = Order<Item> & {
  children: (item: Item, index: number, handles: Handles) => ReactNode
  rowClass?: (item: Item) => string | false
  className?: string
  /** Every row is in the page, as one whose fields are looked for has to be. */
  whole?: boolean
}

/** A list whose rows are put in order. */
export function SortableList<Item>(props: Props<Item>) {
  return (
    <Sorting {...props}>
      <Rows {...props} />
    </Sorting>
  )
}

function Rows<Item>({ items, idOf, children, rowClass, className, whole }: Props<Item>) {
  const { held } = use(SortingContext)
  const { list, slots } = useVirtualRows<HTMLUListElement>({
    count: items.length,
    keyOf: (index) => idOf(items[index] as Item),
    estimate: 88,
    keep: [held],
    ...(whole && { isMany: false }),
  })
  return (
    <ul ref={list} className={className}>
      {slots.map((slot) => {
        if (slot.index === undefined) return <Room key={slot.key} height={slot.height} />
        const [item, index] = [items[slot.index] as Item, slot.index]
        return (
          <SortableRow
            key={slot.key}
            id={idOf(item)}
            className={rowClass?.(item) || undefined}
            place={slot.props}
          >
            {(handles) => children(item, index, handles)}
          </SortableRow>
        )
      })}
    </ul>
  )
}
