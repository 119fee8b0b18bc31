import { expect, test } from "./admin/test"
import { accessible } from "./axe"

const PHONE = { width: 390, height: 844 }

test("screens that belong together are tabs of one frame", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/hero")
  const tabs = (name: string) => page.getByRole("navigation", { name: `Screens of ${name}` })
  const walk = async (group: string, pages: [tab: string, path: string, title: string][]) => {
    for (const [tab, path, title] of pages) {
      await tabs(group).getByRole("link", { name: tab, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
      await expect(tabs(group).locator("[aria-current=page]")).toHaveText(tab)
    }
    await accessible(page, `the tabs of ${group}`, "whole")
  }
  await walk("Homepage", [
    ["Process", "/admin/process", "Process"],
    ["Portfolio", "/admin/portfolio", "Portfolio Companies"],
    ["Hero", "/admin/hero", "Hero"],
  ])
  await page.goto("/admin/about")
  await walk("About Us", [
    ["About text", "/admin/about-text", "About Us Text Editor"],
    ["Process text", "/admin/process-text", "Our Process Text Editor"],
    ["Team", "/admin/team", "Team"],
    ["About", "/admin/about", "About"],
  ])
  await page.goto("/admin/contact")
  await walk("Contact", [
    ["Contact page", "/admin/contact-page", "Contact page"],
    ["Contact information", "/admin/contact", "Contact information"],
  ])
  await page.goto("/admin/homepage")
  await expect(page.getByRole("heading", { name: "Homepage Configuration" })).toBeVisible()
  await expect(page.getByRole("tab", { name: "Hero", selected: true })).toBeVisible()
})

test("the menu lies over the form until it is pinned, and stays pinned", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/hero")
  const form = page.locator(".work-form")
  const folded = await form.boundingBox()
  await page.getByRole("button", { name: "Open the menu" }).click()
  await accessible(page, "the menu over a form", "whole")
  expect(await form.boundingBox()).toEqual(folded)
  await page.getByRole("button", { name: "Keep the menu open" }).click()
  await expect(page.getByRole("button", { name: "Fold the menu" })).toBeFocused()
  const left = async () => (await form.boundingBox())?.x
  await expect.poll(left).toBe(256)
  await page.getByRole("link", { name: "Careers", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  await page.reload()
  await expect.poll(left).toBe(256)
  await accessible(page, "a pinned menu", "whole")
  await page.getByRole("button", { name: "Fold the menu" }).click()
  await expect(page.getByRole("button", { name: "Open the menu" })).toBeFocused()
  await expect.poll(left).toBe(64)
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("everything is two taps away, and an editor's foot takes the place of the bar", async ({
    page,
    signIn,
  }) => {
    await signIn("admin")
    const bar = page.getByRole("navigation", { name: "Main screens" })
    expect((await bar.boundingBox())?.height).toBe(76)
    for (const key of await bar.locator("a, button").all()) {
      const box = await key.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(box?.width).toBeGreaterThanOrEqual(44)
    }
    await bar.getByRole("link", { name: "Update" }).tap()
    await expect(page.getByRole("heading", { name: "Update Content" })).toBeFocused()
    await expect(page).toHaveURL(/\/admin\/content$/)
    await expect(page.getByRole("link", { name: "Process 4 steps" })).toBeVisible()
    await accessible(page, "the page of content", "whole")
    // The last row can be scrolled clear of the bar.
    const last = page.getByRole("link", { name: /^Pages/ })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const [row, foot] = [await last.boundingBox(), await bar.boundingBox()]
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)

    await page.getByRole("link", { name: /^Hero/ }).tap()
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeVisible()
    await expect(bar).toBeHidden()
    await accessible(page, "an editor on a phone", "whole")
    await page.getByRole("button", { name: "More", exact: true }).tap()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("button", { name: "More", exact: true })).toBeFocused()
    await page.getByRole("link", { name: "Back to Update Content" }).tap()
    await expect(page.getByRole("heading", { name: "Update Content" })).toBeFocused()

    await bar.getByRole("button", { name: "More" }).tap()
    const sheet = page.getByRole("dialog", { name: "Menu" })
    await accessible(page, "the sheet", "whole")
    for (const key of await sheet.locator("a, button").all())
      expect((await key.boundingBox())?.height).toBeGreaterThanOrEqual(40)
    await sheet.getByRole("button", { name: "Settings" }).tap()
    await sheet.getByRole("link", { name: "Redirects" }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole("heading", { name: "Redirects", exact: true })).toBeFocused()
  })

  test("nothing is wider than the screen", async ({ page, signIn }) => {
    await signIn("admin")
    for (const path of [
      "/admin",
      "/admin/content",
      "/admin/team",
      "/admin/footer",
      "/admin/trash",
    ]) {
      await page.goto(path)
      await expect(page.locator("main h1")).toBeVisible()
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    }
  })
})
