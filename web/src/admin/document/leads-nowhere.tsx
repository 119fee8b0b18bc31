import { queryOptions, useQuery } from "@tanstack/react-query"
import { useRested } from "@/lib/rested"
import { isPath } from "@/lib/rules"

const NOWHERE = "No page of this site has this address: visitors would find nothing there."

/** The status that a visitor gets at the end of a link to this site. Pages, redirects and files come and go, so it is asked anew with each screen. */
export const answerOf = (link: string) =>
  queryOptions({
    queryKey: ["links", link],
    staleTime: 0,
    queryFn: async ({ signal }) => (await fetch(link, { method: "HEAD", signal })).status,
    enabled: isPath(link),
  })

/** Whether the server knows of nothing there. Without its answer, and after any other, nobody can say so. */
export const isNowhere = (status: number | undefined) => status === 404

/** The same of a link that may be typed just now, which is asked for once it rests. */
function useLeadsNowhere(link: string): boolean {
  const rested = useRested(link)
  const { data } = useQuery(answerOf(rested))
  return rested === link && isNowhere(data)
}

type Props = {
  link: string
  /** It is being typed, and said as soon as it is so. */
  live?: boolean
}

/** Warns below what names a link, unless it leads somewhere. */
export function LeadsNowhere({ link, live = false }: Props) {
  const text = useLeadsNowhere(link) && NOWHERE
  return (
    <p role={live ? "status" : undefined} className="mt-1.5 text-label text-warn empty:hidden">
      {text}
    </p>
  )
}
