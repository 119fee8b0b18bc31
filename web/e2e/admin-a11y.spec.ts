import routes from "../src/admin/routes.json" with { type: "json" }
import { expect, test } from "./admin/test"
import { accessible } from "./axe"

test.describe.configure({ mode: "parallel" })

test("the doors are accessible", async ({ page, expects: _ }) => {
  for (const path of ["/admin/login", "/admin/reset"]) {
    await page.goto(path)
    await expect(page.locator("h1")).toBeVisible()
    await accessible(page, path)
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
    await site.api("/rest/v1/newsletter_subscriptions", {
      method: "POST",
      body: JSON.stringify({ email: `${width}@b.co` }),
    })
    await signIn()
    for (const path of routes.filter((one) => !/login|reset|update/.test(one))) {
      await page.goto(path)
      await expect(page.locator("main h1")).toBeVisible()
      await expect(page.getByText("Loading...")).toHaveCount(0)
      await accessible(page, path)
      if (width > 390) continue
      // The narrowest phone shows all of it without scrolling sideways.
      for (const narrow of [320, width]) {
        await page.setViewportSize({ width: narrow, height: 900 })
        const overflow = () => document.documentElement.scrollWidth - innerWidth
        await expect.poll(() => page.evaluate(overflow), path).toBe(0)
      }
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
  await accessible(page, "job")
  await page.getByRole("button", { name: "Preview" }).click()
  await accessible(page, "preview")
  await page.getByRole("button", { name: "Cancel" }).click()
  await page
    .getByRole("button", { name: /^Delete / })
    .first()
    .click()
  await accessible(page, "confirm")
  await page.getByRole("button", { name: "Cancel" }).click()
  await page.keyboard.press("Control+k")
  await expect(page.getByPlaceholder("Go to a screen or run an action")).toBeVisible()
  await accessible(page, "palette")
  await page.goto("/admin/portfolio?new=1")
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Add Company" }).click()
  await expect(dialog.getByText("Company name is required")).toBeVisible()
  await accessible(page, "company with errors")
  await page.goto("/admin/footer?tab=links&new=1")
  await page.getByRole("dialog").getByRole("button", { name: "Add Link" }).click()
  await expect(page.locator("[data-toasts] li")).toBeVisible()
  await accessible(page, "link with a toast")
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/admin")
  await page.getByRole("button", { name: "Open menu" }).click()
  await accessible(page, "drawer")
})
