import { enter, expect, test, toast } from "./admin/test"

const CONFLICT = "This content was changed by someone else. Reload to see the latest version."

test("two editors on one document: the second save overwrites nothing and loses nothing", async ({
  browser,
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/409/)
  await signIn("admin", "/admin/process-text")
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await other.goto("/admin/process-text")
  await enter(other, "editor")
  await expect(other.getByLabel("Main Title")).toBeVisible()
  await page.getByLabel("Main Title").fill("Mine, not saved yet")
  await other.getByLabel("Main Title").fill("Theirs, saved first")
  await other.getByRole("button", { name: "Save Changes" }).click()
  await toast(other, "Success!", "Process text has been updated.")
  // The other save shows as a notice above the form, and leaves the text alone.
  await expect(page.getByText(CONFLICT)).toBeVisible()
  await expect(page.getByLabel("Main Title")).toHaveValue("Mine, not saved yet")
  await page.getByRole("button", { name: "Save Changes" }).click()
  const dialog = page.getByRole("dialog", { name: "Not saved" })
  await expect(dialog).toContainText(CONFLICT)
  await expect(dialog.getByLabel("Your text")).toHaveValue(/Title: Mine, not saved yet/)
  const [stored] = await site.api("/rest/v1/process_content?select=title")
  expect(stored.title).toBe("Theirs, saved first")
  await dialog.getByRole("button", { name: "Keep my text" }).click()
  await expect(page.getByLabel("Main Title")).toHaveValue("Mine, not saved yet")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await dialog.getByRole("button", { name: "Reload" }).click()
  await expect(page.getByLabel("Main Title")).toHaveValue("Theirs, saved first")
  await page.getByLabel("Main Title").fill("Both of us")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Success!", "Process text has been updated.")
  // And a form that nobody touched follows along by itself.
  await expect(other.getByLabel("Main Title")).toHaveValue("Both of us")
})

test("a job that someone else changed meanwhile is not overwritten", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/409/)
  await signIn("admin", "/admin/careers")
  await page.getByRole("button", { name: /^Edit Venture Lead/ }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  await dialog.getByLabel("Location").fill("Mine")
  const [job] = await site.api("/rest/v1/job_listings?title=like.Venture*&select=id")
  await site.api(`/rest/v1/job_listings?id=eq.${job.id}`, {
    method: "PATCH",
    as: "editor",
    body: JSON.stringify({ location: "Theirs" }),
  })
  await dialog.getByRole("button", { name: "Update" }).click()
  await expect(page.getByRole("dialog", { name: "Not saved" })).toBeVisible()
  const [after] = await site.api(`/rest/v1/job_listings?id=eq.${job.id}&select=location`)
  expect(after.location).toBe("Theirs")
})

test("a link that was changed meanwhile is not overwritten", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/406/)
  await signIn("admin", "/admin/navigation")
  await page.getByRole("button", { name: "Edit Careers" }).click()
  await page.getByLabel("Link Text").fill("Jobs")
  await site.api("/rest/v1/navigation_links?name=eq.Careers", {
    method: "PATCH",
    as: "editor",
    body: JSON.stringify({ path: "/careers?x" }),
  })
  await page.getByRole("button", { name: "Update Link" }).click()
  await expect(page.getByRole("dialog", { name: "Not saved" })).toContainText(CONFLICT)
})

test("leaving with unsaved text asks, in the app and at the back button", async ({
  page,
  signIn,
}) => {
  await signIn("admin", "/admin/contact")
  await page.getByRole("link", { name: "Contact page" }).click()
  await expect(page.getByLabel("Description")).toBeVisible()
  await page.getByLabel("Description").fill("Not saved")
  await page.getByRole("link", { name: "Careers" }).click()
  const ask = page.getByRole("alertdialog", { name: "Discard unsaved changes?" })
  await ask.getByRole("button", { name: "Keep editing" }).click()
  await expect(page).toHaveURL(/contact-page/)
  await page.goBack()
  await expect(ask).toBeVisible()
  await ask.getByRole("button", { name: "Keep editing" }).click()
  await expect(page).toHaveURL(/contact-page/)
  await expect(page.getByLabel("Description")).toHaveValue("Not saved")
  await page.getByRole("link", { name: "Careers" }).click()
  await ask.getByRole("button", { name: "Discard changes" }).click()
  await expect(page).toHaveURL(/careers/)
})

test("text survives a crash of the tab and comes back with a banner", async ({
  context,
  page,
  signIn,
}) => {
  await signIn("admin", "/admin/hero")
  await page.getByLabel("Primary button").fill("Typed before the crash")
  await page.waitForTimeout(600)
  const again = await context.newPage()
  // A tab that dies asks nothing.
  await page.close({ runBeforeUnload: false })
  await again.goto("/admin/hero")
  await expect(again.getByText(/Your unsaved changes from .* were recovered\./)).toBeVisible()
  await expect(again.getByLabel("Primary button")).toHaveValue("Typed before the crash")
  await again.getByRole("button", { name: "Discard them" }).click()
  await expect(again.getByLabel("Primary button")).not.toHaveValue("Typed before the crash")
  await again.reload()
  await expect(again.getByText(/were recovered/)).toHaveCount(0)
})

test("the command palette reaches every screen", async ({ page, signIn }) => {
  await signIn()
  await page.keyboard.press("Control+k")
  await page.getByPlaceholder("Go to a screen or run an action").fill("contact inf")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Contact information" })).toBeFocused()
  await page.keyboard.press("Control+k")
  await page.getByPlaceholder("Go to a screen or run an action").fill("add job")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog", { name: "Create New Job Listing" })).toBeVisible()
})

test("the theme is chosen and remembered", async ({ page, signIn }) => {
  await signIn()
  await page.getByRole("button", { name: "Dark theme" }).click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
})
