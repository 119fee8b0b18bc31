import type { PageData } from "@/site/data"

/** Pages of the site alone: an upload or an answer of the backend is never read as one. */
const PAGE = /^\/(?:careers\/)?[\w-]*$/

/** The state block; what it holds cannot end it, see internal/site/document.go. */
const STATE = /<script type="application\/json" id="state">([^<]*)<\/script>/

/** The page as it is stored, out of the real one: it carries its content with it. */
export async function savedPage(path: string): Promise<PageData> {
  if (!PAGE.test(path)) throw new Error(`${path} is no page`)
  // What stands around a missing page is on every page.
  if (path === "/404") return { ...(await savedPage("/")), page: "not-found", path, status: 404 }
  const response = await fetch(path, { headers: { Accept: "text/html" } })
  // Read as text: a parsed document would apply the page's own style, which our policy does not know.
  const state = STATE.exec(await response.text())?.[1]
  if (!state) throw new Error(`${path} has no content`)
  return JSON.parse(state)
}
