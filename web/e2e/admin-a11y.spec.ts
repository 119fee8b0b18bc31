import type { Page, Request } from "@playwright/test"
import routes from "../src/admin/routes.json" with { type: "json" }
import { expect, go, test } from "./admin/test"
import { accessible } from "./axe"

// States and dialogs are looked at where the other tests reach them; these are the screens as they open.
test.describe.configure({ mode: "parallel" })

const screens = routes.filter((one) => !/login|reset|update|settings$/.test(one))
// Requests of a screen, one more than today; of every other screen, 4.
const MOST: Record<string, number> = {
  "/admin": 11,
  "/admin/footer": 6, // the first of its half: signing in counts
  "/admin/homepage": 7,
  "/admin/settings/search": 10,
  "/admin/setup": 8,
}
const half = Math.ceil(screens.length / 2)

test("the doors are accessible", async ({ page, expects: _ }) => {
  for (const path of ["/admin/login", "/admin/reset"]) {
    await page.goto(path)
    await expect(page.locator("h1")).toBeVisible()
    await accessible(page, path, "whole")
  }
})

for (const paths of [screens.slice(0, half), screens.slice(half)])
  test(`${paths.length} screens from ${paths[0]} are accessible`, async ({
    page,
    site,
    signIn,
  }) => {
    test.setTimeout(600_000)
    await site.api("/rest/v1/contact_form_submissions", {
      method: "POST",
      body: JSON.stringify({ name: "A", email: "a@b.co", subject: "Hello", message: "Hi" }),
    })
    await site.api("/rest/v1/newsletter_subscriptions", {
      method: "POST",
      body: JSON.stringify({ email: `from${screens.indexOf(paths[0] ?? "")}@b.co` }),
    })
    const figures = await measure(page)
    await signIn("admin", paths[0])
    for (const path of paths) {
      if (path !== paths[0]) await go(page, path)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await ready(page)
        // As high as the page: what the bar of a form half covers is reached by scrolling.
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewportSize({ width, height })
        await accessible(page, `${path} at ${width}`, "whole")
      }
      expect(await figures(path), `requests of ${path}`).toBeLessThanOrEqual(MOST[path] ?? 4)
      // The narrowest phone shows all of it without scrolling sideways.
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = () => document.documentElement.scrollWidth - innerWidth
        await expect.poll(() => page.evaluate(overflow), `${path} at ${width}`).toBe(0)
      }
    }
  })

/** Counts what each screen asks of the server, and prints it; what another screen loaded counts as old. */
async function measure(page: Page) {
  await page.addInitScript((stale) => {
    const now = Date.now
    let ahead = 0
    Date.now = () => now() + ahead
    addEventListener("popstate", () => (ahead += stale), { capture: true })
  }, 31_000)
  let asked: Request[] = []
  page.on("requestfinished", (request) => {
    if (/\/(auth|rest|functions|storage)\/v1\//.test(request.url())) asked.push(request)
  })
  return async (path: string) => {
    const those = asked
    asked = []
    const sizes = await Promise.all(those.map((request) => request.sizes()))
    const bytes = sizes.reduce(
      (sum, one) => sum + one.responseHeadersSize + one.responseBodySize,
      0,
    )
    // A line for live news that is late makes the first screen ask again.
    const addresses = new Set(those.map((request) => request.method() + request.url())).size
    console.log(`${path}: ${addresses} requests, ${(bytes / 1024).toFixed(1)} KB`)
    return addresses
  }
}

async function ready(page: Page) {
  await expect(page.getByText("Loading...")).toHaveCount(0)
  await expect(page.locator("[aria-busy=true], .rich:not(:has([role=textbox]))")).toHaveCount(0)
}
