import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  useVirtualizer,
  windowScroll,
} from "@tanstack/react-virtual"
import {
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react"

/** A list of more rows than this has but those near the screen. */
export const FEW = 50

/** Of a list that is longer, rows are looked for near the place where they were. */
const LONG = 5000
const NEAR = 200

type Key = string | number

type Options = {
  count: number
  /** What a row is known by, wherever it stands. */
  keyOf: (index: number) => Key
  /** Height of a row before it is measured. */
  estimate: number
  /** Between rows. */
  gap?: number
  /** How many rows stand beside each other; the list is a grid then. */
  columns?: number
  /** How many lines beyond the screen there are. */
  overscan?: number
  /** Rows that stay, however far they are. */
  keep?: readonly (Key | undefined)[]
  /** Told which rows are on the screen. */
  onRange?: (from: number, to: number) => void
  /** The list is one of several that are many together. */
  isMany?: boolean
  /** The rows are those of a table, below its head. */
  isTable?: boolean
}

/** What the element of a row takes; in a list that has all its rows, its place alone. */
export type RowProps = {
  ref?: RefCallback<Element>
  "data-index"?: number
  "data-at"?: number
  "aria-posinset"?: number
  "aria-setsize"?: number
  "aria-rowindex"?: number
}

/** A row, or the room of those that are left out. */
export type Slot =
  | { key: Key; index: number; props: RowProps }
  | { key: Key; index: undefined; height: number }

/**
 * The rows of a list that are near the screen, and room for the others. One that has the focus stays, and all go by their
 * keys, so that what is typed in a row outlives whatever comes and goes above it.
 */
export function useVirtualRows<List extends HTMLElement>(options: Options) {
  const { count, keyOf, estimate, gap = 0, columns = 1, overscan = 6, keep = [], onRange } = options
  const isMany = options.isMany ?? count > FEW
  const list = useRef<List>(null)
  const { scroller, top } = useScroller(list, isMany)
  const focused = useFocused(list, isMany, keyOf)
  const kept = isMany ? [focused?.key, ...keep].map(lineOf) : []
  const isWindow = scroller === window
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    enabled: isMany && scroller !== null,
    getScrollElement: () => scroller as Element | null,
    // A window is observed in another way than an element.
    ...((isWindow ? OF_WINDOW : OF_ELEMENT) as typeof OF_ELEMENT),
    initialOffset: () => (isWindow ? window.scrollY : ((scroller as Element)?.scrollTop ?? 0)),
    estimateSize: () => estimate,
    // What is not laid out, as in a tab that is closed, has no height.
    measureElement: (row, entry, all) => measureElement(row, entry, all) || estimate,
    // Heights go with the rows; of very many it would take too long to ask each.
    ...(count <= LONG && { getItemKey: (line: number) => keyOf(line * columns) }),
    gap,
    overscan,
    useFlushSync: false,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      const far = kept.filter((line) => line >= 0 && !near.includes(line))
      return far.length > 0 ? [...new Set([...near, ...far])].sort((a, b) => a - b) : near
    },
    onChange: ({ range }) =>
      range && onRange?.(range.startIndex * columns, (range.endIndex + 1) * columns - 1),
  })
  // Not while the page is being drawn: a height that differs would draw it again, and so on.
  const measure = useCallback(
    (row: Element | null) => {
      if (row) requestAnimationFrame(() => row.isConnected && rows.measureElement(row))
    },
    [rows],
  )
  return { list, isMany, slots: isMany ? windowed() : all() }

  function all(): Slot[] {
    return Array.from({ length: count }, (_, index) => ({
      key: keyOf(index),
      index,
      props: lineAt(index),
    }))
  }

  function windowed(): Slot[] {
    const slots: Slot[] = []
    let end = -gap
    const leave = (height: number) => {
      const key = `room after ${slots.at(-1)?.key ?? "nothing"}`
      if (height > 0) slots.push({ key, index: undefined, height })
    }
    for (const line of rows.getVirtualItems()) {
      // The list puts a gap after the room too.
      leave(line.start - top - end - 2 * gap)
      for (let index = line.index * columns; index < (line.index + 1) * columns; index++)
        if (index < count) slots.push({ key: keyOf(index), index, props: propsOf(index) })
      end = line.end - top
    }
    leave(rows.getTotalSize() - end - gap)
    return slots
  }

  function propsOf(index: number): RowProps {
    const place = options.isTable
      ? { "data-at": index, "aria-rowindex": index + 2 }
      : { "data-at": index, "aria-posinset": index + 1, "aria-setsize": count }
    return { ...place, ...lineAt(index), ref: index % columns === 0 ? measure : undefined }
  }

  // On every row: one that was the first of its line, or there while the list was long, is still observed.
  function lineAt(index: number) {
    return { "data-index": Math.floor(index / columns) }
  }

  function lineOf(key: Key | undefined): number {
    if (key === undefined) return -1
    const near = count > LONG ? (focused?.index ?? 0) : 0
    const [from, to] = count > LONG ? [Math.max(0, near - NEAR), near + NEAR] : [0, count]
    for (let index = from; index < Math.min(to, count); index++)
      if (keyOf(index) === key) return Math.floor(index / columns)
    return -1
  }
}

const OF_ELEMENT = { observeElementRect, observeElementOffset, scrollToFn: elementScroll }
const OF_WINDOW = {
  observeElementRect: observeWindowRect,
  observeElementOffset: observeWindowOffset,
  scrollToFn: windowScroll,
} as unknown

type Scroller = Element | Window

/** What the list scrolls with, and where it begins therein. */
function useScroller(list: RefObject<HTMLElement | null>, isMany: boolean) {
  const [place, setPlace] = useState<{ scroller: Scroller | null; top: number }>({
    scroller: null,
    top: 0,
  })
  const look = useEffectEvent(() => {
    if (!isMany || !list.current) return
    const scroller = scrollerOf(list.current)
    const top = topIn(scroller, list.current)
    if (scroller !== place.scroller || Math.abs(top - place.top) > 1) setPlace({ scroller, top })
  })
  // What stands above it may be another with each drawing.
  useLayoutEffect(() => look())
  useEffect(() => {
    const onResize = () => look()
    addEventListener("resize", onResize)
    return () => removeEventListener("resize", onResize)
  }, [])
  return place
}

function scrollerOf(list: Element): Scroller {
  for (let around = list.parentElement; around; around = around.parentElement)
    if (around !== document.body && /auto|scroll/.test(getComputedStyle(around).overflowY))
      return around === document.documentElement ? window : around
  return window
}

function topIn(scroller: Scroller, list: Element): number {
  const { top } = list.getBoundingClientRect()
  if (!(scroller instanceof Element)) return Math.round(top + scrollY)
  return Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop)
}

// What opens over a list gives the focus back to it.
const OVER = "[role=dialog], [role=alertdialog], [role=menu]"

/** The row that the focus is in, or was in before it went to a dialog. */
function useFocused(
  list: RefObject<HTMLElement | null>,
  isMany: boolean,
  keyOf: (index: number) => Key,
) {
  const [focused, setFocused] = useState<{ key: Key; index: number }>()
  const follow = useEffectEvent((target: Element) => {
    const row = rowIn(list.current, target)
    if (row) {
      const index = Number(row.dataset.at)
      const key = keyOf(index)
      setFocused((was) => (was?.key === key && was.index === index ? was : { key, index }))
    } else if (!target.closest(OVER)) setFocused(undefined)
  })
  useEffect(() => {
    if (!isMany) return
    const onFocus = (event: FocusEvent) => follow(event.target as Element)
    document.addEventListener("focusin", onFocus)
    return () => document.removeEventListener("focusin", onFocus)
  }, [isMany])
  return focused
}

/** The row of this list that an element is in; lists may lie in rows. */
function rowIn(list: Element | null, target: Element): HTMLElement | undefined {
  let row: Element | null = target
  while (row && row.parentElement !== list) row = row.parentElement
  return row instanceof HTMLElement && row.dataset.at ? row : undefined
}

/** The room of rows that are left out, in a list. */
export const Room = ({ height }: { height: number }) => (
  <li role="presentation" aria-hidden="true" className="room" style={{ height }} />
)

/** The same in a table. */
export const TableRoom = ({ height, columns }: { height: number; columns: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
  <tr aria-hidden="true">
    <td colSpan={columns} style={{ height, padding: 0 }} />
  </tr>
)
