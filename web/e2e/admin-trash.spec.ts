import type { Person } from "./admin/site"
import { expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

const COMPANY = { name: "Tola", description: "Scales", website_url: "https://tola.example" }

test("a deleted company is found in Trash and put back by keyboard, and Activity tells of it", async ({
  page,
  site,
  signIn,
}) => {
  await site.api("/rest/v1/portfolio_companies", {
    method: "POST",
    as: "admin",
    body: JSON.stringify(COMPANY),
  })
  await signIn("editor", "/admin/portfolio")
  await page.getByRole("button", { name: "Delete Tola" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await expect(page.getByRole("button", { name: "Delete Tola" })).toHaveCount(0)

  await page.getByRole("link", { name: "Trash" }).click()
  await expect(page).toHaveTitle(/^Trash \|/)
  const row = page.getByRole("listitem").filter({ hasText: "Portfolio company" })
  await expect(row).toContainText(/Tola.*editor@example.com, Today, \d\d:\d\d.*30 days left/s)
  await expect(page.getByRole("button", { name: "Empty Trash" })).toHaveCount(0)
  await accessible(page, "Trash of an editor", "whole")

  await page.keyboard.press("/")
  await page.keyboard.type("tol")
  await expect(page.getByRole("searchbox")).toBeFocused()
  await expect(row).toHaveCount(1)
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Put back Tola" }).focus()
  await page.keyboard.press("Enter")
  await toast(page, "Put back", "Tola is in the portfolio again.")
  await expect(page.getByRole("heading", { name: "Trash is empty." })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Trash", exact: true })).toBeFocused()
  await accessible(page, "an empty Trash", "whole")

  await page.getByRole("link", { name: "Activity" }).click()
  await expect(page).toHaveTitle(/^Activity \|/)
  const today = page.getByRole("region", { name: "Today" })
  const entry = (text: string) => today.getByRole("listitem").filter({ hasText: text })
  await expect(entry("editor@example.com put back the company Tola")).toBeVisible()
  await expect(entry("editor@example.com deleted the company Tola")).toBeVisible()
  await expect(entry("admin@example.com added the company Tola")).toBeVisible()
  await accessible(page, "Activity", "whole")

  // Somebody else does something meanwhile.
  await site.api("/rest/v1/portfolio_companies?name=eq.Tola", { method: "DELETE", as: "admin" })
  await expect(entry("admin@example.com deleted the company Tola")).toBeVisible()
  await page.getByRole("link", { name: "Open Tola" }).first().click()
  await expect(page).toHaveURL(/\/admin\/portfolio$/)
})

test("an administrator deletes for good on a phone", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn("admin", "/admin")
  await page.getByRole("button", { name: "More", exact: true }).click()
  await page.getByRole("dialog").getByRole("link", { name: "Trash" }).click()
  await expect(page.getByRole("heading", { name: "Trash", exact: true })).toBeFocused()
  const row = page.getByRole("listitem").filter({ hasText: "Portfolio company" })
  await expect(row.getByText("30 days left").first()).toBeVisible()
  await accessible(page, "Trash on a phone", "whole")
  await page.getByRole("button", { name: "More for Tola" }).press("Enter")
  const item = page.getByRole("menuitem", { name: "Delete for good" })
  await expect(item).toBeFocused()
  await accessible(page, "its menu")
  await page.keyboard.press("Enter")
  const ask = page.getByRole("alertdialog", { name: "Are you sure?" })
  await expect(ask).toContainText("This will permanently remove the company from the portfolio")
  await accessible(page, "the question")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: "More for Tola" })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  await ask.getByRole("button", { name: "Delete for good" }).click()
  await toast(page, "Success", "1 thing deleted for good")
  await expect(page.getByRole("heading", { name: "Trash is empty." })).toBeVisible()
  const overflow = () => document.documentElement.scrollWidth - innerWidth
  expect(await page.evaluate(overflow)).toBe(0)
})

test("viewers and visitors get nothing of it", async ({ site }) => {
  const headers: Record<string, string> = { apikey: "sb_publishable_vitrine" }
  const askAll = async (person?: Person) => {
    if (person) headers.authorization = `Bearer ${(await site.session(person)).access_token}`
    const answers = []
    for (const table of ["revisions", "activity"]) {
      const answer = await fetch(`${site.url}/rest/v1/${table}?select=id`, { headers })
      answers.push(answer.ok ? await answer.json() : [])
    }
    return answers.flat()
  }
  expect(await askAll()).toEqual([])
  expect(await askAll("viewer")).toEqual([])
  expect((await askAll("editor")).length).toBeGreaterThan(0)
})
