import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { trash } from "./api"

/** What is in Trash and matches, as far as it was asked for. */
export function useTrash(search: string, group: string) {
  const query = useInfiniteQuery({ ...trash(search, group), placeholderData: keepPreviousData })
  return { ...query, rows: query.data?.pages.flatMap(({ rows }) => rows) }
}
