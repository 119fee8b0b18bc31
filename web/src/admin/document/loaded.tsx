import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { NotLoaded } from "@/ui/error-state"
import { Spinner } from "@/ui/spinner"

type Props<Doc> = {
  query: UseQueryResult<Doc>
  failed: { title?: string; text: string; retry?: string }
  children: (doc: Doc) => ReactNode
}

/** What a document needs before its form can show. A refresh that fails later leaves the form alone. */
export function Loaded<Doc>({ query, failed, children }: Props<Doc>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <Spinner label="Loading..." />
  return <NotLoaded query={query} {...failed} />
}
