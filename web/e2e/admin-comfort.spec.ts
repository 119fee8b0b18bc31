import type { Page } from "@playwright/test"
import { expect, test } from "./admin/test"
import { accessible } from "./axe"

/** Takes what the palette offers first, once it has heard what is typed. */
async function run(page: Page, typed: string, offered: RegExp) {
  await page.getByPlaceholder("Search, go to a screen or run an action").fill(typed)
  await expect(page.getByRole("option", { selected: true })).toHaveText(offered)
  await page.keyboard.press("Enter")
}

test("the command palette reaches every screen", async ({ page, signIn }) => {
  await signIn()
  await page.keyboard.press("Control+k")
  await expect(page.getByRole("option").first()).toBeVisible()
  await accessible(page, "the command palette")
  await run(page, "contact inf", /^Contact information/)
  await expect(page.getByRole("heading", { name: "Contact information" })).toBeFocused()
  await page.keyboard.press("Control+k")
  await run(page, "add job", /^Add job/i)
  const fresh = page.getByRole("dialog", { name: "Create New Job Listing" })
  await expect(fresh).toBeVisible()
  await page.keyboard.press("Escape")
  // A new entry takes the place of a changed one only when that may go.
  await page.getByRole("button", { name: /^Edit Venture Lead/ }).click()
  const changed = page.getByRole("dialog", { name: "Edit Job Listing" })
  await changed.getByLabel("Location").fill("Not saved")
  for (const answer of ["Keep editing", "Discard changes"]) {
    await page.keyboard.press("Control+k")
    await run(page, "add job", /^Add job/i)
    await page.getByRole("button", { name: answer }).click()
    if (answer === "Keep editing")
      await expect(changed.getByLabel("Location")).toHaveValue("Not saved")
  }
  await expect(changed).toHaveCount(0)
  await expect(fresh.getByLabel("Location")).toHaveValue("")
  await page.keyboard.press("Escape")
  // A phone has no such keys.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole("button", { name: "Search", exact: true }).click()
  await page.getByPlaceholder("Search, go to a screen or run an action").fill("con")
  await expect(page.getByRole("option").first()).toHaveText(/^Contact information/)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeFocused()
})

test("the theme is chosen and remembered", async ({ page, signIn }) => {
  await signIn()
  await page.getByRole("button", { name: "Dark theme" }).click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
})
