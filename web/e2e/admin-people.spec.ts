import { readFileSync } from "node:fs"
import { expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

const SHOP = "shop@surat.example"

test("somebody is found, read, exported and erased with a receipt", async ({
  page,
  site,
  signIn,
}) => {
  const write = (table: string, rows: object[]) =>
    site.api(`/rest/v1/${table}`, { method: "POST", as: "admin", body: JSON.stringify(rows) })
  await write("contact_form_submissions", [
    { name: "A shop in Surat", email: SHOP, subject: "Opening hours", message: "When?" },
    { name: "A shop in Surat", email: SHOP, subject: "Pilot", message: "A saree wholesaler." },
    { name: "A trader", email: "trade@textiles.example", subject: "Hi", message: `Ask ${SHOP}.` },
  ])
  await write("newsletter_subscriptions", [{ email: SHOP }, { email: "orders@kund.example" }])
  const addresses: string[] = []
  page.on("request", (request) => addresses.push(request.url()))

  await signIn("admin")
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox").fill("people")
  await page.getByRole("option", { name: "People" }).first().click()
  await expect(page.getByRole("heading", { name: "People", exact: true })).toBeFocused()
  await expect(page.getByRole("link", { name: "People" })).toHaveAttribute("aria-current", "page")
  await expect(page.getByRole("button", { name: "Wrote 2" })).toBeVisible()
  await accessible(page, "people", "whole")
  await page.keyboard.press("/")
  await page.keyboard.type("surat")
  await expect(page.getByText("1 person found for “surat”")).toBeVisible()
  await page.getByRole("link", { name: /A shop in Surat/ }).press("Enter")

  await expect(page.getByRole("heading", { name: "A shop in Surat" })).toBeFocused()
  await expect(page.getByRole("region", { name: "Subscription" })).toContainText("Confirmed")
  await accessible(page, "one person", "whole")
  await page.reload()
  await expect(page.getByRole("heading", { name: "A shop in Surat" })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export everything" }).click(),
  ])
  const all = JSON.parse(readFileSync(await file.path(), "utf8"))
  expect(all.contact_form_submissions).toHaveLength(2)
  await toast(page, "Export ready", file.suggestedFilename())

  await page.getByRole("button", { name: "Erase this person" }).click()
  const dialog = page.getByRole("dialog", { name: `Erase ${SHOP}?` })
  const erase = dialog.getByRole("button", { name: "Erase for good" })
  await expect(dialog.getByLabel("Type the address to go on")).toBeFocused()
  await expect(erase).toBeDisabled()
  await accessible(page, "the question")
  await page.keyboard.type(SHOP)
  await expect(erase).toBeEnabled()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Erased" })).toBeFocused()
  for (const part of ["Gone now", "Gone later", "Stays"])
    await expect(page.getByRole("region", { name: part })).toBeVisible()
  await accessible(page, "the receipt", "whole")
  await page.getByRole("button", { name: "All people" }).click()
  await expect(page.getByRole("button", { name: "All 2" })).toBeVisible()
  expect(addresses.filter((url) => /surat/i.test(url))).toEqual([])
  await page.goto("/admin/activity")
  await expect(page.getByText("erased a person").first()).toBeVisible()
  await expect(page.getByText(SHOP)).toHaveCount(0)
})

test("on a phone, in the dark, a person is reached from More", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: "dark" })
  await signIn("editor")
  await page.getByRole("button", { name: "More", exact: true }).click()
  await page.getByRole("dialog").getByRole("link", { name: "People" }).click()
  await expect(page.getByRole("heading", { name: "People", exact: true })).toBeFocused()
  await accessible(page, "people on a phone", "whole")
  const overflow = () => document.documentElement.scrollWidth - innerWidth
  expect(await page.evaluate(overflow)).toBe(0)
  await page.getByRole("link", { name: /A trader/ }).click()
  await expect(page.getByRole("heading", { name: "A trader" })).toBeFocused()
  await expect(page.getByText("Only admins erase people.")).toBeVisible()
  await accessible(page, "one person on a phone", "whole")
  expect(await page.evaluate(overflow)).toBe(0)
  await page.goBack()
  await expect(page.getByRole("heading", { name: "People", exact: true })).toBeVisible()
})
