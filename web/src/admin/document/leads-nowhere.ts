import { queryOptions, useQuery } from "@tanstack/react-query"

export const NOWHERE = "No page of this site has this address: visitors would find nothing there."

// What is served beside the pages of the sitemap.
const OTHERS =
  /^\/(?:admin(?:\/|$)|storage\/v1\/|(?:newsletter|sitemap\.xml|feed\.xml|robots\.txt)$)/

/** The paths of the pages there are. Jobs and own pages come and go, so it is read anew with each screen. */
const pages = queryOptions({
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
export function useLeadsNowhere(link: string): boolean {
  const { data } = useQuery(pages)
  if (!data || !link.startsWith("/") || link.startsWith("//")) return false
  const { pathname } = new URL(link, location.origin)
  return !data.includes(pathname) && !OTHERS.test(pathname)
}
