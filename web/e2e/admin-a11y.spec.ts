import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import routes from "../src/admin/routes.json" with { type: "json" }
import { expect, test } from "./admin/test"

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

async function violations(page: Page) {
  // What is still fading in has colours of its own.
  await page.waitForTimeout(400)
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .slice(0, 3)
        .join(" ")}`,
  )
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test("the doors are accessible", async ({ page, expects: _ }) => {
      for (const path of ["/admin/login", "/admin/reset"]) {
        await page.goto(path)
        await expect(page.locator("h1")).toBeVisible()
        expect(await violations(page), path).toEqual([])
      }
    })

    for (const width of [1440, 390])
      test(`every screen is accessible at ${width}`, async ({ page, site, signIn }) => {
        test.setTimeout(240_000)
        await page.setViewportSize({ width, height: 900 })
        await site.api("/rest/v1/contact_form_submissions", {
          method: "POST",
          body: JSON.stringify({ name: "A", email: "a@b.co", subject: "Hello", message: "Hi" }),
        })
        await site
          .api("/rest/v1/newsletter_subscriptions", {
            method: "POST",
            body: JSON.stringify({ email: `${colorScheme}${width}@b.co` }),
          })
          .catch(() => {})
        await signIn()
        for (const path of routes.filter((one) => !/login|reset|update/.test(one))) {
          await page.goto(path)
          await expect(page.locator("main h1")).toBeVisible()
          await expect(page.getByText("Loading...")).toHaveCount(0)
          expect(await violations(page), path).toEqual([])
        }
      })

    test("dialogs and menus are accessible", async ({ page, signIn }) => {
      test.setTimeout(240_000)
      await signIn("admin", "/admin/careers")
      await page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click()
      await expect(page.getByRole("textbox", { name: "About", exact: true })).toBeVisible()
      expect(await violations(page), "job").toEqual([])
      await page.getByRole("button", { name: "Preview" }).click()
      expect(await violations(page), "preview").toEqual([])
      await page.getByRole("button", { name: "Cancel" }).click()
      await page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click()
      expect(await violations(page), "confirm").toEqual([])
      await page.getByRole("button", { name: "Cancel" }).click()
      await page.keyboard.press("Control+k")
      await expect(page.getByPlaceholder("Go to a screen or run an action")).toBeVisible()
      expect(await violations(page), "palette").toEqual([])
      await page.goto("/admin/portfolio?new=1")
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("button", { name: "Add Company" }).click()
      await expect(dialog.getByText("Company name is required")).toBeVisible()
      expect(await violations(page), "company with errors").toEqual([])
      await page.goto("/admin/footer?tab=links&new=1")
      await page.getByRole("dialog").getByRole("button", { name: "Add Link" }).click()
      await expect(page.locator("[data-toasts] li")).toBeVisible()
      expect(await violations(page), "link with a toast").toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto("/admin")
      await page.getByRole("button", { name: "Open menu" }).click()
      expect(await violations(page), "drawer").toEqual([])
    })
  })
}
