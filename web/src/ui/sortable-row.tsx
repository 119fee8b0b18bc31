import { useSortable } from "@dnd-kit/sortable"
import { CSS } from "@dnd-kit/utilities"
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, GripVertical, ListOrdered } from "lucide-react"
import { DropdownMenu } from "radix-ui"
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useState,
} from "react"
import { cn } from "@/lib/cn"
import { IconButton } from "./icon-button"
import { Menu, MenuContent, type MenuItem } from "./menu"
import type { RowProps } from "./virtual-rows"

export type Id = string | number

/** Moves a row to a place; the control that asked for it keeps the focus. */
export type Move = (id: Id, to: number, control?: Element) => void

type Shared = {
  ids: Id[]
  name: (id: Id) => string
  move: Move
  ask: (id: Id) => void
  /** The row that is dragged or was moved last; it stays in a long list. */
  held?: Id
  off: boolean
  steps: boolean
}

export const SortingContext = createContext<Shared>({} as Shared)

/** What moves a row: the grip, with buttons for up and down where the list has them, and a menu behind three dots. */
export type Handles = { grip: ReactNode; menu: ReactNode }

type Props = {
  id: Id
  as?: "li" | "tr"
  className?: string
  /** Its place in a list that may have but the rows near the screen. */
  place?: RowProps
  children: (handles: Handles) => ReactNode
}

// Where Alt and an arrow key mean something else.
const TYPED = "input, textarea, select, [contenteditable=true]"

export function SortableRow({ id, as: Row = "li", className, place, children }: Props) {
  const { ids, name, move, ask, off, steps } = use(SortingContext)
  const sortable = useSortable({ id, disabled: off })
  // The same function with each drawing: another one would have the row measured, and drawn, without end.
  const { setNodeRef } = sortable
  const measure = place?.ref
  const ref = useCallback(
    (row: HTMLElement | null) => {
      setNodeRef(row)
      measure?.(row)
    },
    [setNodeRef, measure],
  )
  const [at, label] = [ids.indexOf(id), name(id)]
  const [isFirst, isLast] = [at === 0, at === ids.length - 1]
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const target = event.target as Element
    if (!event.altKey || !by || target.closest(TYPED)) return
    event.preventDefault()
    move(id, at + by, target)
  }
  const active = () => document.activeElement ?? undefined
  const items: MenuItem[] = [
    {
      label: "Move up",
      icon: ArrowUp,
      keys: "Alt ↑",
      off: off || isFirst,
      run: () => move(id, at - 1, active()),
    },
    {
      label: "Move down",
      icon: ArrowDown,
      keys: "Alt ↓",
      off: off || isLast,
      run: () => move(id, at + 1, active()),
    },
    {
      label: "Move to position…",
      icon: ListOrdered,
      off: off || ids.length < 2,
      run: () => ask(id),
    },
  ]
  const step = (way: "up" | "down") => (
    <IconButton
      label={`Move ${label} ${way}`}
      data-move={way}
      disabled={off || (way === "up" ? isFirst : isLast)}
      onClick={(event) => move(id, at + (way === "up" ? -1 : 1), event.currentTarget)}
    >
      {way === "up" ? <ChevronUp /> : <ChevronDown />}
    </IconButton>
  )
  return (
    <Row
      {...place}
      ref={ref}
      data-row={id}
      style={{
        transform: CSS.Translate.toString(sortable.transform),
        transition: sortable.transition,
      }}
      className={cn("sortable", sortable.isDragging && "sortable-lifted", className)}
      onKeyDown={onKeyDown}
    >
      {children({
        grip: (
          <div className="sortable-grip">
            {steps && step("up")}
            <Grip label={label} off={off} items={items} sortable={sortable} />
            {steps && step("down")}
          </div>
        ),
        menu: <Menu label={`Move ${label}`} items={items} data-move="menu" />,
      })}
    </Row>
  )
}

type GripProps = {
  label: string
  off: boolean
  items: MenuItem[]
  sortable: ReturnType<typeof useSortable>
}

/** Drags its row; pressed, it opens a menu. */
function Grip({ label, off, items, sortable }: GripProps) {
  const { listeners, attributes, isDragging } = sortable
  const [isOpen, setOpen] = useState(false)
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger
        className="grip"
        {...attributes}
        {...listeners}
        // Else the menu opens before it is known whether this is a drag.
        onPointerDown={(event) => {
          listeners?.onPointerDown?.(event)
          event.preventDefault()
        }}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (!event.altKey) listeners?.onKeyDown?.(event)
          // While there is a drag the arrow keys belong to it.
          if (event.altKey || isDragging) event.preventDefault()
        }}
        aria-label={`Drag ${label}`}
        title={off ? "Shown in another order" : "Drag, or press for a menu"}
        data-move="grip"
        disabled={off}
      >
        <GripVertical className="size-4" />
      </DropdownMenu.Trigger>
      <MenuContent items={items} align="start" />
    </DropdownMenu.Root>
  )
}
