import { queryOptions, useQuery } from "@tanstack/react-query"

const NOWHERE = "No page of this site has this address: visitors would find nothing there."

// What is served beside the pages of the sitemap.
const OTHERS =
  /^\/(?:admin(?:\/|$)|storage\/v1\/|(?:newsletter|sitemap\.xml|feed\.xml|robots\.txt)$)/

/** The paths of the pages there are. Jobs and own pages come and go, so it is read anew with each screen. */
export const pages = queryOptions({
  queryKey: ["job_listings", "paths"],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const answer = await fetch("/sitemap.xml", { signal })
    if (!answer.ok) throw new Error(`sitemap: ${answer.status}`)
    const map = new DOMParser().parseFromString(await answer.text(), "application/xml")
    return [...map.querySelectorAll("loc")].map((loc) => new URL(loc.textContent).pathname)
  },
})

/** Whether a link leads to a page of this site that does not exist; while that is not known, it does not. */
function useLeadsNowhere(link: string): boolean {
  const { data } = useQuery(pages)
  return !!data && leadsNowhere(link, data)
}

/** The same, given the paths there are. */
export function leadsNowhere(link: string, paths: string[]): boolean {
  if (!link.startsWith("/") || link.startsWith("//")) return false
  const { pathname } = new URL(link, location.origin)
  return !paths.includes(pathname) && !OTHERS.test(pathname)
}

type Props = {
  link: string /** It is being typed, and said as soon as it is so. */
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
