import { expect, type Locator, type Page } from "@playwright/test"
import { Site } from "../admin/site"
import { base } from "../base"
import { keep, record } from "../texts"

type Worker = { site: Site }
type Each = { quiet: (allowed: RegExp) => void }

/** A page that fails its test when it says anything in the console that was not expected. */
export const test = base.extend<Each, Worker>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
    async ({}, use) => {
      const site = await Site.open({ VITRINE_MAIL_TEST_ADDRESS: "test@example.com" })
      await use(site)
      await site.close()
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  quiet: [
    async ({ page }, use) => {
      const said: string[] = []
      const allowed: RegExp[] = []
      page.on("console", (line) => {
        if (["error", "warning"].includes(line.type())) said.push(line.text())
      })
      page.on("pageerror", (error) => said.push(error.message))
      await record(page)
      await use((pattern) => allowed.push(pattern))
      expect(said.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Waits until React has taken the page over; a visitor's interest is what calls it. */
export async function alive(page: Page, { isHeld = false } = {}) {
  await page.locator("footer form").dispatchEvent("pointerover")
  if (isHeld) await page.clock.runFor(100) // React comes after the next frame
  await page.locator("html[data-ready]").waitFor({ state: "attached" })
}

type Shifts = { shift: number; moved: string[] }

/** Adds up from now on what moves by itself on every page that opens. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Moved = { node?: Element; previousRect: DOMRect; currentRect: DOMRect }
    const state = window as unknown as Shifts
    state.shift = 0
    state.moved = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: Moved[] }[]) {
        state.shift += entry.value
        for (const { node, previousRect: was, currentRect: is } of entry.sources)
          state.moved.push(
            `${entry.value.toFixed(3)} ${node?.nodeName}.${node?.className} ${was.x},${was.y} ${was.width}x${was.height} to ${is.x},${is.y} ${is.width}x${is.height}`,
          )
      }
    }).observe({ type: "layout-shift", buffered: true })
  })

/** What moved on this page, for whoever wants to know why. */
export const moved = (page: Page) =>
  page.evaluate(() => (window as unknown as Shifts).moved.join("\n"))

/** How far things moved on this page. */
export const shifted = (page: Page) => page.evaluate(() => (window as unknown as Shifts).shift)

/** Opens a page whose clock stands still; a test turns it on. */
export async function openHeld(page: Page, path: string) {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 600_000)
  await page.goto(path)
  await alive(page, { isHeld: true })
}

/** Lets a held clock run, some milliseconds at a time, until something is done. */
export async function ticking(page: Page, work: Promise<void>, step = 1) {
  let over = false
  const done = work.finally(() => {
    over = true
  })
  while (!over) await page.clock.runFor(step)
  await done
}

/** Looks at a page that runs no scripts with a tool that is one: at the same document, its own script left out. */
export async function scripted(page: Page, look: (copy: Page) => Promise<void>) {
  const body = (await page.content()).replace(/<script type="module"[^>]*><\/script>/, "")
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: true })
  const copy = await context?.newPage()
  if (!context || !copy) throw new Error("there is no browser")
  await copy.route(page.url(), (route) => route.fulfill({ contentType: "text/html", body }))
  await copy.goto(page.url())
  await look(copy)
  await context.close()
}

/** Expects a whole text, and writes it down: the page may go before its own record is written, or run no script. */
export async function shows(place: Locator | Page, text: string | RegExp) {
  const shown = place.getByText(text, { exact: true })
  await expect(shown).toBeVisible()
  keep(await shown.allInnerTexts())
}
