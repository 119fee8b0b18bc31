import type { Page } from "@playwright/test"
import { enter, expect, go, test, toast } from "./admin/test"
import { accessible } from "./axe"

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
  await accessible(page, "a form that is out of date")
  await page.getByRole("button", { name: "Save Changes" }).click()
  const dialog = page.getByRole("dialog", { name: "Not saved" })
  await expect(dialog).toContainText(CONFLICT)
  await expect(dialog.getByLabel("Your text")).toHaveValue(/Title: Mine, not saved yet/)
  await accessible(page, "a conflict")
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

test("no document is overwritten by a save that began before another's", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/40[69]/)
  await signIn("admin", "/admin/hero")
  const documents = [
    ["hero", "cta_primary_text", "hero_content", "cta_primary_text"],
    ["about", "focus_areas.0.title", "focus_areas", "title"],
    ["team", "members.0.name", "team_members", "name"],
    ["contact", "location", "contact_info", "location"],
    ["footer", "location", "footer_content", "location"],
    ["process", "steps.0.title", "process_steps", "title"],
  ] as const
  for (const [path, name, table, column] of documents) {
    if (path !== "hero") await go(page, `/admin/${path}`)
    const field = page.locator(`main [name="${name}"]`)
    await field.fill("Mine")
    const [row] = await site.api(`/rest/v1/${table}?order=id&limit=1&select=id`)
    const theirs = `/rest/v1/${table}?id=eq.${row.id}`
    await site.api(theirs, {
      method: "PATCH",
      as: "editor",
      body: JSON.stringify({ [column]: "Theirs" }),
    })
    await page.getByRole("button", { name: "Save Changes" }).click()
    const dialog = page.getByRole("dialog", { name: "Not saved" })
    await expect(dialog).toContainText(CONFLICT)
    await expect(dialog.getByLabel("Your text")).toHaveValue(/Mine/)
    expect((await site.api(theirs))[0][column], path).toBe("Theirs")
    await dialog.getByRole("button", { name: "Reload" }).click()
    await expect(field).toHaveValue("Theirs")
  }
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

const GONE = "Someone else deleted this while you were editing it."

test("a job deleted elsewhere stays what it was in its open form, and can be kept", async ({
  context,
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin/careers")
  await page.getByRole("button", { name: /^Edit Product Designer/ }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  await dialog.getByLabel("Location").fill("Kept in Pune")
  const [job] = await site.api("/rest/v1/job_listings?title=like.Product*&select=id,title,version")
  await site.api("/rest/v1/rpc/delete_job", {
    method: "POST",
    as: "editor",
    body: JSON.stringify({ id: job.id, version: job.version }),
  })
  await expect(dialog.getByText(`${GONE} What you typed is still here.`)).toBeVisible()
  await expect(dialog.getByLabel("Location")).toHaveValue("Kept in Pune")
  await expect(dialog.getByRole("button", { name: "Create" })).toHaveCount(0)
  await accessible(page, "a job deleted elsewhere")
  await dialog.getByRole("button", { name: "Update" }).click()
  const ask = page.getByRole("dialog", { name: "Not saved" })
  await expect(ask).toContainText(GONE)
  await expect(ask.getByLabel("Your text")).toHaveValue(/Location: Kept in Pune/)
  await ask.getByRole("button", { name: "Keep my text" }).click()
  await expect(dialog.getByLabel("Location")).toHaveValue("Kept in Pune")
  await dialog.getByRole("button", { name: "Save as new" }).click()
  await toast(page, "Success", "Job listing created successfully")
  await expect(dialog).toBeHidden()
  const [kept] = await site.api("/rest/v1/job_listings?location=eq.Kept%20in%20Pune")
  expect(kept).toMatchObject({ title: job.title, rank: 1 })
  expect(kept.id).not.toBe(job.id)
  // A new job starts empty: the text was never one of a new job.
  await page.getByRole("button", { name: "Add Job Listing" }).click()
  await expect(page.getByLabel("Title")).toHaveValue("")
  await expect(page.getByText(/were recovered/)).toHaveCount(0)
  await page.keyboard.press("Escape")

  // The same when the deletion comes after the tab is gone.
  await page.getByRole("button", { name: `Edit ${job.title}` }).click()
  await dialog.getByLabel("Location").fill("Kept in Goa")
  await drafted(page, "Kept in Goa")
  const again = await context.newPage()
  await page.close({ runBeforeUnload: false })
  await site.api("/rest/v1/rpc/delete_job", {
    method: "POST",
    as: "editor",
    body: JSON.stringify({ id: kept.id, version: kept.version }),
  })
  await again.goto("/admin/careers")
  await expect(again.getByText(`Someone else deleted ${job.title} before`)).toBeVisible()
  await again.getByRole("button", { name: "Open them" }).click()
  await expect(again.getByText(`${GONE} What you typed is still here.`)).toBeVisible()
  await expect(again.getByLabel("Location")).toHaveValue("Kept in Goa")
  await again.getByRole("button", { name: "Save as new" }).click()
  await toast(again, "Success", "Job listing created successfully")
  await expect(again.getByText("Someone else deleted")).toHaveCount(0)
})

test("a save that meets a deletion says so, before the list has heard of it", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/406/)
  // Without the line that brings the news.
  await page.routeWebSocket(/realtime/, (socket) => socket.close())
  expects(/WebSocket/)
  await signIn("admin", "/admin/portfolio")
  const cases = [
    [
      "portfolio",
      "portfolio_companies",
      "Company Name",
      "Update Company",
      "Company added successfully",
    ],
    [
      "navigation",
      "navigation_links",
      "Link Text",
      "Update Link",
      "Navigation link created successfully",
    ],
    [
      "footer?tab=links",
      "footer_links",
      "Link Text",
      "Update Link",
      "Footer link created successfully",
    ],
  ] as const
  for (const [path, table, label, update, done] of cases) {
    await page.goto(`/admin/${path}`)
    const [row] = await site.api(`/rest/v1/${table}?order=id&limit=1`)
    await page
      .getByRole("button", { name: `Edit ${row.name}`, exact: true })
      .first()
      .click()
    await page.getByLabel(label).fill(`${row.name} again`)
    await site.api(`/rest/v1/${table}?id=eq.${row.id}`, { method: "DELETE", as: "editor" })
    await page.getByRole("button", { name: update }).click()
    const ask = page.getByRole("dialog", { name: "Not saved" })
    await expect(ask).toContainText(GONE)
    await ask.getByRole("button", { name: "Save as new" }).click()
    await toast(page, "Success", done)
    const [kept] = await site.api(`/rest/v1/${table}?order=id.desc&limit=1`)
    expect(kept.name).toBe(`${row.name} again`)
  }
})

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

// What is typed is kept a moment after the last key.
const drafted = (page: Page, text: string) =>
  page.waitForFunction(
    (typed) => Object.values(localStorage).some((kept) => kept.includes(typed)),
    text,
  )

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

test("the command palette reaches every screen", async ({ page, signIn }) => {
  await signIn()
  await page.keyboard.press("Control+k")
  await expect(page.getByRole("option").first()).toBeVisible()
  await accessible(page, "the command palette")
  await page.getByPlaceholder("Go to a screen or run an action").fill("contact inf")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Contact information" })).toBeFocused()
  await page.keyboard.press("Control+k")
  await page.getByPlaceholder("Go to a screen or run an action").fill("add job")
  await page.keyboard.press("Enter")
  const fresh = page.getByRole("dialog", { name: "Create New Job Listing" })
  await expect(fresh).toBeVisible()
  await page.keyboard.press("Escape")
  // A new entry takes the place of a changed one only when that may go.
  await page.getByRole("button", { name: /^Edit Venture Lead/ }).click()
  const changed = page.getByRole("dialog", { name: "Edit Job Listing" })
  await changed.getByLabel("Location").fill("Not saved")
  for (const answer of ["Keep editing", "Discard changes"]) {
    await page.keyboard.press("Control+k")
    await page.getByPlaceholder("Go to a screen or run an action").fill("add job")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: answer }).click()
    if (answer === "Keep editing")
      await expect(changed.getByLabel("Location")).toHaveValue("Not saved")
  }
  await expect(changed).toHaveCount(0)
  await expect(fresh.getByLabel("Location")).toHaveValue("")
  await page.keyboard.press("Escape")
  // A phone has no such keys.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole("button", { name: "Open menu" }).click()
  await accessible(page, "the menu of a phone")
  await page.getByRole("button", { name: /^Go to a screen/ }).click()
  await page.getByPlaceholder("Go to a screen or run an action").fill("con")
  await expect(page.getByRole("option").first()).toHaveText(/^Contact information/)
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Open menu" }).click()
  await page.getByRole("button", { name: "Close menu" }).click()
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused()
})

test("the theme is chosen and remembered", async ({ page, signIn }) => {
  await signIn()
  await page.getByRole("button", { name: "Dark theme" }).click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
})
