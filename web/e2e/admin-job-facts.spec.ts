import { expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

test.describe.configure({ mode: "serial" })

test("a job gets its facts, search engines' checklist follows, and visitors read them", async ({
  page,
  signIn,
}) => {
  await signIn("editor", "/admin/careers")
  await page.getByRole("button", { name: "Add Job Listing" }).click()
  const dialog = page.getByRole("dialog", { name: "Create New Job Listing" })
  await dialog.getByLabel("Title").fill("Lamplighter")
  await dialog.getByLabel("Location").fill("Berlin")
  await dialog.getByRole("textbox", { name: "About", exact: true }).fill("Light all lamps.")
  const list = dialog.getByRole("region", { name: "What search engines need" })
  await expect(list.getByText("Search engines may not show this job")).toBeVisible()
  await dialog.getByLabel("Location").fill("Delhi, India")
  await expect(list.getByText("Search engines will show this job")).toBeVisible()
  await dialog.getByLabel("Employment type").selectOption("Full time")
  await dialog.getByLabel("Workplace").selectOption("Hybrid")
  await expect(list.getByText("Hybrid counts as a place")).toBeVisible()
  await dialog.getByLabel("Closing date").fill("2099-12-12")
  await dialog.getByLabel("Salary from").fill("3800000")
  await dialog.getByLabel("Salary to").fill("5200000")
  await expect(dialog.getByText("A salary needs its currency.")).toBeVisible()
  await dialog.getByLabel("Currency").selectOption("INR")
  await expect(
    dialog
      .frameLocator("iframe")
      .getByRole("listitem")
      .filter({ hasText: "₹38 to 52 lakh a year" }),
  ).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 2200 })
  await expect(
    dialog
      .frameLocator("iframe")
      .getByRole("listitem")
      .filter({ hasText: "Apply by 12 December 2099" }),
  ).toBeVisible()
  await accessible(page, "the facts of a job")
  await dialog.getByRole("button", { name: "Create", exact: true }).click()
  await toast(page, "Success", "Job listing created successfully")
})

test("a press on a fact in the preview leads to its field", async ({ page, signIn }) => {
  await signIn("editor", "/admin/careers")
  await page.getByRole("button", { name: "Edit Lamplighter" }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  const shown = dialog.frameLocator("iframe")
  await shown.getByRole("listitem").filter({ hasText: "₹38 to 52 lakh a year" }).click()
  await expect(dialog.getByLabel("Currency")).toBeFocused()
  await shown.getByText("Hybrid").click()
  await expect(dialog.getByLabel("Workplace")).toBeFocused()
})

test("a job is shown as search engines and shared links show it, while it is typed", async ({
  page,
  signIn,
}) => {
  await signIn("editor", "/admin/careers")
  await page.getByRole("button", { name: "Edit Lamplighter" }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  const preview = dialog.getByRole("region", { name: "Preview" })
  await preview.getByRole("button", { name: "Search result" }).click()
  await expect(preview.getByText("As a search result")).toBeVisible()
  await expect(preview.getByText("Lamplighter | Vitrine")).toBeVisible()
  await expect(preview.getByText("₹38 to 52 lakh a year")).toBeVisible()
  await expect(preview.getByText("Until Dec 12, 2099")).toBeVisible()
  await dialog.getByLabel("Title").fill("Keeper of lamps")
  await expect(preview.getByText("Keeper of lamps | Vitrine")).toBeVisible()
  await accessible(page, "a job as a search result")
  await preview.getByRole("button", { name: "Shared link" }).click()
  await expect(preview.locator('img[src^="/cards/"]')).toBeVisible()
  await expect(preview.getByText("The picture is drawn anew when you save.")).toBeVisible()
  await accessible(page, "a job as a shared link")
  await preview.getByRole("button", { name: "Page", exact: true }).click()
  await expect(
    dialog.frameLocator("iframe").getByRole("heading", { name: "Keeper of lamps" }),
  ).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await dialog.getByRole("button", { name: "Preview" }).click()
  await preview.getByRole("button", { name: "Search result" }).click()
  await expect(preview.getByText("Keeper of lamps | Vitrine")).toBeVisible()
})

test("a closed job leaves the list and is opened again, another switch takes its form away", async ({
  page,
  browser,
  site,
  signIn,
}) => {
  await signIn("editor", "/admin/careers")
  await page.getByRole("button", { name: "Edit Lamplighter" }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  await dialog.getByRole("button", { name: "Close this job" }).click()
  await expect(dialog.getByText("Not on Careers; its page says so.")).toBeVisible()
  await dialog.getByRole("button", { name: "Update", exact: true }).click()
  await toast(page, "Success", "Job listing updated successfully")
  await expect(page.getByText("Closed", { exact: true })).toBeVisible()
  const visitor = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const answer = await visitor.goto(`${site.url}/careers/lamplighter`)
  expect(answer?.status()).toBe(410)
  await expect(visitor.getByText("This job is closed.")).toBeVisible()
  await expect(visitor.getByRole("heading", { name: "Open now" })).toBeVisible()
  await accessible(visitor, "a closed job")
  await visitor.goto(`${site.url}/careers`)
  await expect(visitor.getByRole("link", { name: "Lamplighter" })).toHaveCount(0)
  await page.getByRole("button", { name: "Edit Lamplighter" }).click()
  await dialog.getByRole("button", { name: "Open this job" }).click()
  await dialog.getByRole("button", { name: "Update", exact: true }).click()
  await expect(dialog).toBeHidden()
  await visitor.reload()
  await visitor.getByRole("link", { name: "Lamplighter" }).click()
  await expect(visitor.getByRole("link", { name: /^Apply/ }).first()).toBeVisible()
  await page.getByRole("button", { name: "Edit Lamplighter" }).click()
  await dialog.getByRole("switch", { name: "Application form" }).click()
  await expect(dialog.getByText(/^The page shows no form/)).toBeVisible()
  await accessible(page, "a job without its form")
  await dialog.getByRole("button", { name: "Update", exact: true }).click()
  await expect(dialog).toBeHidden()
  await visitor.goto(`${site.url}/careers/lamplighter/apply`)
  await expect(visitor).toHaveURL(`${site.url}/careers/lamplighter`)
  await expect(visitor.getByRole("link", { name: /^Apply/ })).toHaveCount(0)
  await visitor.close()
})

test("a long list is filtered with and without JavaScript, and Back comes back to it", async ({
  browser,
  site,
}) => {
  await site.api("/rest/v1/job_listings", {
    method: "POST",
    as: "admin",
    body: JSON.stringify(
      Array.from({ length: 8 }, (_, at) => ({
        title: `Keeper ${at}`,
        rank: 10 + at,
        location: at % 2 ? "Lisbon, Portugal" : "Delhi, India",
        workplace: at % 2 ? "remote" : "on_site",
        employment_type: "contract",
      })),
    ),
  })
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await browser.newPage({ javaScriptEnabled })
    await visitor.goto(`${site.url}/careers`)
    await visitor.getByLabel("Workplace").selectOption("Remote")
    if (!javaScriptEnabled) await visitor.getByRole("button", { name: "Search jobs" }).click()
    await visitor.waitForURL(/workplace=remote/)
    await expect(visitor.getByText(/^4 of 1\d jobs$/)).toBeVisible()
    await expect(visitor.getByRole("link", { name: "Keeper 1" })).toBeVisible()
    await expect(visitor.getByRole("link", { name: "Keeper 2" })).toHaveCount(0)
    if (javaScriptEnabled) await accessible(visitor, "filtered jobs")
    await visitor.getByRole("link", { name: "Keeper 3" }).click()
    await expect(visitor.getByRole("heading", { name: "Keeper 3", level: 1 })).toBeVisible()
    await visitor.goBack()
    await expect(visitor.getByText(/^4 of 1\d jobs$/)).toBeVisible()
    await visitor.getByRole("searchbox").fill("nobody at all")
    await visitor.getByRole("searchbox").press("Enter")
    await expect(visitor.getByText(/^No job matches/)).toBeVisible()
    await visitor.getByRole("link", { name: "Show all jobs" }).click()
    await expect(visitor.getByRole("link", { name: "Keeper 2" })).toBeVisible()
    await visitor.close()
  }
})
