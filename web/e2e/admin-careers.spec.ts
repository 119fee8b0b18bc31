import { expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

test.describe.configure({ mode: "serial" })

test("a job is written, previewed and created at rank 1", async ({ page, site, signIn }) => {
  await signIn("editor", "/admin/careers")
  await page.getByRole("button", { name: "Add Job Listing" }).click()
  const dialog = page.getByRole("dialog", { name: "Create New Job Listing" })
  await expect(dialog.getByRole("button", { name: "Create", exact: true })).toBeDisabled()
  await expect(dialog.getByLabel("Rank")).toHaveCount(0)
  await dialog.getByRole("button", { name: "Preview" }).click()
  const shown = dialog.frameLocator("iframe")
  await expect(shown.getByRole("heading", { name: "Untitled role" })).toBeVisible()
  await expect(shown.getByText("Location not set").first()).toBeVisible()
  await expect(shown.getByText("The description appears here.")).toBeVisible()
  await dialog.getByRole("button", { name: "Edit", exact: true }).click()
  await dialog.getByLabel("Title").fill("Shopkeeper")
  await dialog.getByLabel("Location").fill("Jaipur, India")
  await dialog.getByRole("textbox", { name: "About", exact: true }).fill("Keep a shop.")
  await expect(dialog.getByRole("button", { name: "Remove responsibility 1" })).toBeDisabled()
  await dialog.getByLabel("Responsibilities 1").fill("Open in the morning")
  await dialog.getByLabel("Responsibilities 1").press("Enter")
  await dialog.getByLabel("Responsibilities 2").fill("Close at night")
  await dialog.getByRole("button", { name: "Add responsibility" }).click()
  // High enough for the whole form: what its foot half covers is reached by scrolling.
  await page.setViewportSize({ width: 1280, height: 2000 })
  await accessible(page, "a job")
  await dialog.getByRole("button", { name: "Preview" }).click()
  await expect(shown.getByRole("heading", { name: "Shopkeeper" })).toBeVisible()
  await expect(shown.getByText("Close at night")).toBeVisible()
  await accessible(page, "a job's preview")
  await dialog.getByRole("button", { name: "Create", exact: true }).click()
  await toast(page, "Success", "Job listing created successfully")
  await expect(dialog).toBeHidden()
  const jobs = await site.api(
    "/rest/v1/job_listings?select=title,rank,how_to_apply,job_responsibilities(description)&order=rank",
  )
  expect(jobs.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4, 5])
  expect(jobs[0]).toMatchObject({ title: "Shopkeeper" })
  expect(jobs[0].how_to_apply).toContain("hello@vitrine.example")
  expect(
    jobs[0].job_responsibilities.map(({ description }: { description: string }) => description),
  ).toEqual(["Open in the morning", "Close at night"])
})

test("undoing a save leaves a job at the rank to which others moved it", async ({
  page,
  site,
  signIn,
}) => {
  const jobs = () => site.api("/rest/v1/job_listings?select=title,location,rank&order=rank")
  const before = await jobs()
  const moved = before[1].title
  await signIn("editor", "/admin/careers")
  await page.getByRole("button", { name: `Edit ${moved}` }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  await dialog.getByLabel("Location").fill("Goa, India")
  await dialog.getByRole("button", { name: "Update", exact: true }).click()
  await toast(page, "Success", "Job listing updated successfully")
  await page.getByRole("button", { name: "Undo" }).first().click()
  await expect(page.getByText("Undone.")).toBeVisible()
  expect(await jobs()).toEqual(before)
})

test("without a contact email a new job is sent to nobody, and the screen asks", async ({
  page,
  site,
  signIn,
}) => {
  const mail = (email: string) =>
    site.api("/rest/v1/contact_info?id=gt.0", {
      method: "PATCH",
      as: "admin",
      body: JSON.stringify({ email }),
    })
  await mail("")
  await signIn("editor", "/admin/careers")
  await page.getByRole("button", { name: "Add Job Listing" }).click()
  const dialog = page.getByRole("dialog", { name: "Create New Job Listing" })
  const field = dialog.getByRole("textbox", { name: "How to apply" })
  await expect(field).toHaveText("")
  await expect(dialog.getByText(/^Please say how to apply/)).toBeVisible()
  await dialog.getByLabel("Location").fill("Berlin")
  await expect(dialog.getByText(/^Search engines will not list this job/)).toBeVisible()
  await accessible(page, "a job without a country and a way to apply")
  await field.fill("Write to us.")
  await expect(dialog.getByText(/^Please say how to apply/)).toHaveCount(0)
  await mail("hello@vitrine.example")
})

test("a job is changed, with its rank checked", async ({ page, signIn }) => {
  await signIn("admin", "/admin/careers")
  await page.getByRole("button", { name: "Edit Shopkeeper" }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  await dialog.getByLabel("Rank").fill("0")
  await dialog.getByRole("button", { name: "Update" }).click()
  await expect(dialog.getByText("Rank must be at least 1")).toBeVisible()
  await dialog.getByLabel("Rank").fill("9")
  // All of a long item can be read on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const item = dialog.getByLabel("Responsibilities 1")
  await item.fill("Open the shop in the morning and close it at night. ".repeat(4))
  const cut = (field: HTMLElement) =>
    field.scrollWidth > field.clientWidth || field.scrollHeight > field.clientHeight
  await expect.poll(() => item.evaluate(cut)).toBe(false)
  await item.fill("Open in the morning")
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.getByLabel("Title").fill("Senior Shopkeeper")
  await dialog.getByRole("button", { name: "Update" }).click()
  await toast(page, "Success", "Job listing updated successfully")
  // Beyond the end is the end, and the others moved up.
  const ranks = page.locator("main li h2")
  await expect(ranks.last()).toHaveText("Senior ShopkeeperRank 5")
  await expect(ranks.first()).toContainText("Rank 1")
})

test("an open job takes no harm from one that is created meanwhile", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin/careers")
  await page.getByRole("button", { name: "Edit Senior Shopkeeper" }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  await dialog.getByLabel("Location").fill("Udaipur, India")
  await site.api("/rest/v1/rpc/save_job", {
    method: "POST",
    as: "editor",
    body: JSON.stringify({ title: "Porter" }),
  })
  await expect(dialog.getByLabel("Rank")).toHaveValue("6")
  await expect(dialog.getByText(/changed by someone else/)).toHaveCount(0)
  await dialog.getByRole("button", { name: "Update" }).click()
  await toast(page, "Success", "Job listing updated successfully")
  const ranks = page.locator("main li h2")
  await expect(ranks.last()).toHaveText("Senior ShopkeeperRank 6")
  await page.getByRole("button", { name: "Delete Porter" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await expect(ranks.last()).toHaveText("Senior ShopkeeperRank 5")
})

test("the list is searched and sorted", async ({ page, signIn }) => {
  await signIn("admin", "/admin/careers")
  const cards = page.locator("main li h2")
  await expect(cards.first()).toContainText("Founding Engineer")
  const sort = page.getByRole("combobox", { name: "Sort" })
  await expect(sort.getByRole("option")).toHaveText([
    "Display Order",
    "Title A-Z",
    "Location A-Z",
    "Newest First",
    "Oldest First",
  ])
  await sort.selectOption("Newest First")
  await expect(cards.first()).toContainText("Senior Shopkeeper")
  await page.locator("main h1").click()
  await page.keyboard.press("/")
  await page.keyboard.type("UDAIPUR")
  await expect(cards).toHaveCount(1)
  await page.getByPlaceholder("Search job listings...").fill("nothing like it")
  await expect(page.getByText("No job listings found matching your search.")).toBeVisible()
  await accessible(page, "a search without a match")
  await page.getByRole("button", { name: "Clear search" }).last().click()
  await expect(cards).toHaveCount(5)
})

test("closing a changed dialog asks first", async ({ page, signIn }) => {
  await signIn("admin", "/admin/careers")
  await page.getByRole("button", { name: "Edit Senior Shopkeeper" }).click()
  await page.getByLabel("Location").fill("Somewhere")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Keep editing" }).click()
  await expect(page.getByLabel("Location")).toHaveValue("Somewhere")
  await page.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Discard changes" }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
})

test("a closed dialog gives the focus back", async ({ page, signIn }) => {
  await signIn("editor", "/admin/careers")
  for (const [name, role] of [
    [/^Edit Venture Lead/, "dialog"],
    [/^Delete Venture Lead/, "alertdialog"],
  ] as const) {
    const opener = page.getByRole("button", { name })
    await opener.click()
    await expect(page.getByRole(role)).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(opener).toBeFocused()
  }
})

test("jobs are deleted after a question, down to the empty list", async ({ page, signIn }) => {
  await signIn("admin", "/admin/careers")
  await page.getByRole("button", { name: "Delete Senior Shopkeeper" }).click()
  const ask = page.getByRole("alertdialog", { name: "Are you sure?" })
  await expect(ask).toContainText(
    "This action cannot be undone. This will permanently delete the job listing and all associated data.",
  )
  await expect(ask).toContainText("Senior Shopkeeper")
  await accessible(page, "a question")
  await ask.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Delete Senior Shopkeeper" }).click()
  await ask.getByRole("button", { name: "Delete" }).click()
  await toast(page, "Success", "Job listing deleted successfully")
  for (let left = 4; left > 0; left--) {
    await page
      .getByRole("button", { name: /^Delete / })
      .first()
      .click()
    await ask.getByRole("button", { name: "Delete" }).click()
    await expect(page.locator("main li h2")).toHaveCount(left - 1)
  }
  await expect(page.getByText("No Job Listings")).toBeVisible()
  await expect(page.getByText("Add your first job listing to attract candidates.")).toBeVisible()
  await accessible(page, "no jobs")
})

test("more jobs than one answer holds are all counted on the dashboard", async ({
  page,
  site,
  signIn,
}) => {
  site.run(["seed", "--jobs", "1100"])
  const asked = new Set<string>()
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/")) asked.add(request.method() + request.url())
  })
  await signIn()
  const jobs = page.getByRole("link", { name: "Job listings" })
  const tile = page.locator(".tile").filter({ has: jobs })
  await expect(tile).toContainText("1,100")
  const places = (await tile.getByRole("img").getAttribute("aria-label")) ?? ""
  const counts = [...places.matchAll(/ (\d+)(?:,|$)/g)].map(([, count]) => Number(count))
  expect(counts.reduce((sum, count) => sum + count)).toBe(1100)
  await expect(page.getByRole("link", { name: /^Careers 1,100 listings/ })).toBeVisible()
  console.log(`the dashboard with 1,100 jobs: ${asked.size} requests`)
  expect(asked.size).toBeLessThanOrEqual(19)
})
