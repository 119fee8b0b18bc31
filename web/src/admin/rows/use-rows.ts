import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query"
import { useRef } from "react"

export const PAGE = 50

export type Page<Row> = { rows: Row[]; total: number }

export type Place = {
  from: number
  size: number
  /** Whether the total is asked for too. */
  counted: boolean
  /** Ends a request that nobody waits for any more, such as one for half a word. */
  signal: AbortSignal
}

type Options<Row> = {
  /** Starts with the table and holds all that shapes the list. */
  queryKey: readonly unknown[]
  read: (at: Place) => Promise<Page<Row>>
  /** The first and last position on the screen. */
  from: number
  to: number
  /** Whether it is on the screen at all. */
  enabled?: boolean
}

/** Rows on the screen that could not be read, while others could. */
export type Broken = { isRetrying: boolean; retry: () => void }

/** A list of any length: its size from the server, its rows page by page as they come on the screen. */
export function useRows<Row>({ queryKey, read, from, to, enabled = true }: Options<Row>) {
  const first = useQuery({
    queryKey: [...queryKey, 0],
    queryFn: ({ signal }) => read({ from: 0, size: PAGE, counted: true, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const total = first.data?.total ?? 0
  const last = Math.min(Math.floor(to / PAGE), Math.max(0, Math.ceil(total / PAGE) - 1))
  const wanted: number[] = []
  for (let page = Math.max(1, Math.floor(from / PAGE)); page <= last; page++) wanted.push(page)
  const pages = useQueries({
    queries: wanted.map((page) => ({
      queryKey: [...queryKey, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read({ from: page * PAGE, size: PAGE, counted: false, signal }),
      gcTime: 60_000,
      enabled,
    })),
  })
  // Rows that scrolled past stay known, so that scrolling back shows no gaps.
  const known = useRef({ key: "", pages: new Map<number, Row[]>() })
  const key = JSON.stringify(queryKey)
  if (known.current.key !== key) known.current = { key, pages: new Map() }
  if (first.data && !first.isPlaceholderData) known.current.pages.set(0, first.data.rows)
  pages.forEach((page, at) => {
    if (page.data) known.current.pages.set(wanted[at] as number, page.data.rows)
  })
  const fallback = first.isPlaceholderData ? first.data?.rows : undefined
  const row = (index: number): Row | undefined => {
    const page = Math.floor(index / PAGE)
    const rows = known.current.pages.get(page) ?? (page === 0 ? fallback : undefined)
    return rows?.[index % PAGE]
  }
  // A try that is under way forgets the failure of the one before.
  const failed = pages.filter(({ data, errorUpdateCount }) => !data && errorUpdateCount > 0)
  const broken: Broken | undefined = failed.length
    ? {
        isRetrying: failed.some(({ isFetching }) => isFetching),
        retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
      }
    : undefined
  return { ...first, total, row, broken, isSearching: first.isPlaceholderData }
}
