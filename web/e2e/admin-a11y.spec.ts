import type { Page } from "@playwright/test"
import routes from "../src/admin/routes.json" with { type: "json" }
import { expect, test } from "./admin/test"
import { accessible } from "./axe"

// States and dialogs are looked at where the other tests reach them; these are the screens as they open.
test.describe.configure({ mode: "parallel" })

const screens = routes.filter((one) => !/login|reset|update/.test(one))
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
    test.setTimeout(240_000)
    await site.api("/rest/v1/contact_form_submissions", {
      method: "POST",
      body: JSON.stringify({ name: "A", email: "a@b.co", subject: "Hello", message: "Hi" }),
    })
    await site.api("/rest/v1/newsletter_subscriptions", {
      method: "POST",
      body: JSON.stringify({ email: `from${paths.length}@b.co` }),
    })
    await signIn("admin", paths[0])
    for (const path of paths) {
      if (path !== paths[0]) await go(page, path)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await ready(page)
        await accessible(page, `${path} at ${width}`, "whole")
      }
      // The narrowest phone shows all of it without scrolling sideways.
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = () => document.documentElement.scrollWidth - innerWidth
        await expect.poll(() => page.evaluate(overflow), `${path} at ${width}`).toBe(0)
      }
    }
  })

/** Goes to another screen as the back button does, without a reload. */
async function go(page: Page, path: string) {
  await page.evaluate((to) => {
    document.querySelector("main h1")?.setAttribute("data-past", "")
    history.pushState(null, "", to)
    dispatchEvent(new PopStateEvent("popstate"))
  }, path)
  await expect(page.locator("main h1:not([data-past])")).toBeVisible()
}

async function ready(page: Page) {
  await expect(page.getByText("Loading...")).toHaveCount(0)
  await expect(page.locator("[aria-busy=true], .rich:not(:has([role=textbox]))")).toHaveCount(0)
}
