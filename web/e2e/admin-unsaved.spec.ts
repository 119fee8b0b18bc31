import { drafted, expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

// Wide enough for the sidebar beside a form and its preview.
test.use({ viewport: { width: 1720, height: 900 } })

test("leaving with unsaved text asks, in the app and at the back button", async ({
  page,
  signIn,
}) => {
  await signIn("admin", "/admin/contact")
  await page.getByRole("link", { name: "Contact page" }).click()
  await expect(page.getByLabel("Description")).toBeVisible()
  const text = page.getByLabel("Description")
  await text.fill("Not saved")
  const form = await text.elementHandle()
  await page.getByRole("link", { name: "Careers" }).click()
  const ask = page.getByRole("alertdialog", { name: "Discard unsaved changes?" })
  await expect(ask).toBeVisible()
  await accessible(page, "leaving unsaved changes")
  await ask.getByRole("button", { name: "Keep editing" }).click()
  await expect(page).toHaveURL(/contact-page/)
  // A link within the page leaves nothing, however often it is followed.
  for (let times = 0; times < 2; times++) {
    await page.getByRole("link", { name: "Skip to content" }).press("Enter")
    await expect(page.locator("main")).toBeFocused()
    await expect(ask).toHaveCount(0)
  }
  await page.goBack()
  await expect(page).toHaveURL(/contact-page$/)
  await expect(ask).toHaveCount(0)
  await page.goBack()
  await expect(ask).toBeVisible()
  await ask.getByRole("button", { name: "Keep editing" }).click()
  await expect(page).toHaveURL(/contact-page/)
  await expect(text).toHaveValue("Not saved")
  // It is the form that was left alone, not one made anew.
  expect(await form?.evaluate((field) => field.isConnected)).toBe(true)
  await expect(page.getByText(/were recovered/)).toHaveCount(0)
  await page.getByRole("link", { name: "Careers" }).click()
  await ask.getByRole("button", { name: "Discard changes" }).click()
  await expect(page).toHaveURL(/careers/)
  // What was discarded does not come back.
  await page.getByRole("link", { name: "Contact", exact: true }).click()
  await page.getByRole("link", { name: "Contact page" }).click()
  await expect(page.getByLabel("Description")).not.toHaveValue("Not saved")
  await expect(page.getByText(/were recovered/)).toHaveCount(0)
  // An open dialog stays open as well.
  await page.getByRole("link", { name: "Navigation" }).click()
  await page.getByRole("button", { name: "Add Navigation Link" }).click()
  await page.getByLabel("Link Text").fill("Half a link")
  await page.goBack()
  await ask.getByRole("button", { name: "Keep editing" }).click()
  await expect(ask).toHaveCount(0)
  await expect(page.getByLabel("Link Text")).toHaveValue("Half a link")
})

test("text survives a crash of the tab and comes back with a banner", async ({
  context,
  page,
  signIn,
}) => {
  await signIn("admin", "/admin/hero")
  await page.getByLabel("Primary button").fill("Typed before the crash")
  await drafted(page, "Typed before the crash")
  const again = await context.newPage()
  // As long as the tab lives, its text is its own.
  await again.goto("/admin/hero")
  await again.getByLabel("Primary button").fill("Typed beside it")
  await drafted(again, "Typed beside it")
  await expect(again.getByText(/were recovered/)).toHaveCount(0)
  await again.getByRole("link", { name: "Process", exact: true }).click()
  await again.getByRole("button", { name: "Discard changes" }).click()
  await expect(again).toHaveURL(/process$/)
  // A tab that dies asks nothing.
  await page.close({ runBeforeUnload: false })
  await again.goto("/admin/hero")
  await expect(again.getByText(/Your unsaved changes from .* were recovered\./)).toBeVisible()
  await accessible(again, "recovered changes")
  await expect(again.getByLabel("Primary button")).toHaveValue("Typed before the crash")
  await again.getByRole("button", { name: "Discard them" }).click()
  await expect(again.getByLabel("Primary button")).not.toHaveValue("Typed before the crash")
  await again.reload()
  await expect(again.getByText(/were recovered/)).toHaveCount(0)
})

test("an address and an invitation survive a reload too", async ({ page, site, signIn }) => {
  const table = "/rest/v1/newsletter_subscriptions"
  await site.api(table, { method: "POST", body: JSON.stringify({ email: "old@example.org" }) })
  await signIn("admin", "/admin/subscribers")
  await page.getByRole("button", { name: "Edit old@example.org" }).click()
  const address = page.getByLabel("Email", { exact: true })
  await address.fill("typed@example.org")
  await drafted(page, "typed@example.org")
  page.on("dialog", (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText(/Your unsaved changes from .* were recovered\./)).toBeVisible()
  await expect(address).toHaveValue("typed@example.org")
  await accessible(page, "a recovered address")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await toast(page, "Updated successfully", "Subscription successfully updated")
  await expect(page.getByText(/were recovered/)).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "typed@example.org" })).toBeVisible()

  await page.goto("/admin/users?new=1")
  const dialog = page.getByRole("dialog", { name: "Invite user" })
  await dialog.getByLabel("Email").fill("guest@example.org")
  await dialog.getByLabel("Role").selectOption("viewer")
  await drafted(page, "guest@example.org")
  await page.reload()
  await page.getByRole("button", { name: "Invite user" }).click()
  await expect(dialog.getByText(/Your unsaved changes from .* were recovered\./)).toBeVisible()
  await expect(dialog.getByLabel("Email")).toHaveValue("guest@example.org")
  await expect(dialog.getByLabel("Role")).toHaveValue("viewer")
  await dialog.getByRole("button", { name: "Discard them" }).click()
  await expect(dialog.getByLabel("Email")).toHaveValue("")
})
