import type { PageData } from "@/site/data"

/** Pages of the site alone: an upload or an answer of the backend is never read as one. */
const PAGE = /^\/(?:careers\/)?[\w-]*$/

/** The page as it is stored, out of the real one: it carries its content with it. */
export async function savedPage(path: string): Promise<PageData> {
  if (!PAGE.test(path)) throw new Error(`${path} is no page`)
  // What stands around a missing page is on every page.
  if (path === "/404") return { ...(await savedPage("/")), page: "not-found", path, status: 404 }
  const response = await fetch(path, { headers: { Accept: "text/html" } })
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const state = page.getElementById("state")?.textContent
  if (!state) throw new Error(`${path} has no content`)
  return JSON.parse(state)
}
