import { expect, type FrameLocator, type Page } from "@playwright/test"

export const preview = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title^="Preview of"]')
export const marked = (page: Page, field: string) =>
  preview(page).locator(`[data-field="${field}"]:visible`).first()
export const view = (page: Page, name: "Edit" | "Preview") =>
  page.getByRole("group", { name: "View", exact: true }).getByText(name).last().click()
export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** Closes a dialog, and what was typed in it is gone. */
export async function discard(page: Page) {
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Discard changes" }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
}
