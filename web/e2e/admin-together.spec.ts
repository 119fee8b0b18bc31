import { PEOPLE } from "./admin/site"
import { apart, drafted, enter, expect, go, hold, reveal, test, toast } from "./admin/test"
import { accessible } from "./axe"

const CHOOSE = "Not saved yet: choose for 1 field"
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
  const dialog = page.getByRole("dialog", { name: CHOOSE })
  await expect(dialog).toContainText(CONFLICT)
  const yours = dialog.getByRole("radio", { name: /^Yours/ })
  const theirs = dialog.getByRole("radio", { name: `Theirs ${PEOPLE.editor.email}, Today, ` })
  await expect(yours).toBeChecked()
  await expect(yours).toHaveAccessibleDescription("Mine, not saved yet")
  await expect(theirs).toHaveAccessibleDescription("Theirs, saved first")
  await accessible(page, "a conflict")
  const [stored] = await site.api("/rest/v1/process_content?select=title")
  expect(stored.title).toBe("Theirs, saved first")
  await page.keyboard.press("Escape")
  await expect(page.getByLabel("Main Title")).toHaveValue("Mine, not saved yet")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await dialog.getByRole("button", { name: "Reload and drop mine" }).click()
  await expect(page.getByLabel("Main Title")).toHaveValue("Theirs, saved first")
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click()
  await expect(page.getByLabel("Main Title")).toHaveValue("Mine, not saved yet")
  await page.getByRole("button", { name: "Choose" }).click()
  await theirs.check()
  await dialog.getByRole("button", { name: "Use this and go on editing" }).click()
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
    await reveal(page, name)
    await field.fill("Mine")
    const [row] = await site.api(`/rest/v1/${table}?order=id&limit=1&select=id`)
    const theirs = `/rest/v1/${table}?id=eq.${row.id}`
    await site.api(theirs, {
      method: "PATCH",
      as: "editor",
      body: JSON.stringify({ [column]: "Theirs" }),
    })
    // The notice moves the button; a click in between would miss it.
    await expect(page.getByText(CONFLICT)).toBeVisible()
    await page.getByRole("button", { name: "Save Changes" }).click()
    const dialog = page.getByRole("dialog", { name: CHOOSE })
    await expect(dialog).toContainText(CONFLICT)
    await expect(dialog).toContainText(`${PEOPLE.editor.email}, Today, `)
    await expect(dialog.getByRole("radio", { name: /^Yours/ })).toHaveAccessibleDescription("Mine")
    expect((await site.api(theirs))[0][column], path).toBe("Theirs")
    await dialog.getByRole("button", { name: "Reload and drop mine" }).click()
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
  await expect(dialog.getByText(CONFLICT)).toBeVisible()
  await dialog.getByRole("button", { name: "Update" }).click()
  await expect(page.getByRole("dialog", { name: CHOOSE })).toBeVisible()
  const [after] = await site.api(`/rest/v1/job_listings?id=eq.${job.id}&select=location`)
  expect(after.location).toBe("Theirs")
})

test("changes of different fields are both kept, and nobody is asked", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin/navigation")
  await page.getByRole("button", { name: "Edit Careers" }).click()
  await page.getByLabel("Link Text").fill("Jobs")
  const theirs = "/rest/v1/navigation_links?name=eq.Careers"
  const body = JSON.stringify({ path: "/careers?x" })
  await site.api(theirs, { method: "PATCH", as: "editor", body })
  await expect(page.getByRole("status").filter({ hasText: "beside what you typed" })).toHaveText(
    new RegExp(`^${PEOPLE.editor.email} changed .+ at \\d\\d:\\d\\d\\. It is in the form`),
  )
  await accessible(page, "changes that were put together")
  await page.getByRole("button", { name: "Update Link" }).click()
  await toast(page, "Success", "Navigation link updated successfully")
  expect(await site.api("/rest/v1/navigation_links?name=eq.Jobs&select=path")).toEqual([
    { path: "/careers?x" },
  ])
})

test("a save that meets another field's change goes through with both, and can be undone", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  // Without the line that brings the news.
  await page.routeWebSocket(/realtime/, (socket) => socket.close())
  expects(/409|WebSocket/)
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn("admin", "/admin/hero")
  const button = page.getByLabel("Primary button")
  await button.focus()
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type("Start with us")
  const body = JSON.stringify({ title: "Written by the editor." })
  await site.api("/rest/v1/hero_content?id=eq.1", { method: "PATCH", as: "editor", body })
  await page.keyboard.press("ControlOrMeta+s")
  await expect(page.getByRole("status").filter({ hasText: "both changes are on" })).toContainText(
    new RegExp(`^Saved\\. ${PEOPLE.editor.email} changed Title at`),
  )
  const hero = "/rest/v1/hero_content?select=title,cta_primary_text"
  expect(await site.api(hero)).toEqual([
    { title: "Written by the editor.", cta_primary_text: "Start with us" },
  ])
  await expect(page.getByLabel("Title").first()).toHaveValue("Written by the editor.")
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click()
  await expect(button).not.toHaveValue("Start with us")
  const [after] = await site.api(hero)
  expect(after.title).toBe("Written by the editor.")
})

test("who else has a document open is shown, and in which field", async ({
  page,
  site,
  signIn,
}) => {
  await page.clock.install()
  await signIn("admin", "/admin/hero")
  await expect(page.getByLabel("Title").first()).toBeVisible()
  const body = JSON.stringify({ document: "hero", document_id: "1", field: "title" })
  await site.api("/rest/v1/rpc/editing", { method: "POST", as: "editor", body })
  await page.clock.runFor(10_000)
  const open = page.getByText(/has this open too, since \d\d:\d\d\.$/)
  await expect(open).toContainText(PEOPLE.editor.email)
  await expect(page.getByText(`${PEOPLE.editor.email} is here`)).toBeVisible()
  const theirs = page.frameLocator('iframe[title^="Preview of"]').locator(".pv-other")
  await expect(theirs).toBeVisible()
  await expect(theirs).toHaveAttribute("data-name", PEOPLE.editor.email)
  await accessible(page, "someone else in the document")
  await apart(page)
  await page.route(/rpc\/editing/, (route) => route.fulfill({ json: [] }))
  await page.clock.runFor(10_000)
  await expect(open).toBeHidden()
  await expect(page.getByText(`${PEOPLE.editor.email} is here`)).toBeHidden()
  await expect(theirs).toBeHidden()
})

test("nothing is deleted over an edit that nobody saw", async ({ page, site, signIn, expects }) => {
  expects(/409/)
  await signIn("admin", "/admin/portfolio")
  const kept = page.locator("tbody tr").first()
  await kept.getByRole("button", { name: /^Delete/ }).click()
  const [company] = await site.api(
    "/rest/v1/portfolio_companies?select=id,name&order=display_order,id&limit=1",
  )
  const change = (address: string, patch: object) =>
    site.api(`/rest/v1/${address}`, { method: "PATCH", as: "editor", body: JSON.stringify(patch) })
  await change(`portfolio_companies?id=eq.${company.id}`, { description: "Edited a second ago" })
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await toast(page, "Error", CONFLICT)
  await expect(kept).toContainText("Edited a second ago")
  // What is shown now can be deleted.
  await kept.getByRole("button", { name: /^Delete/ }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await toast(page, "Success", "Company deleted successfully")

  for (const [path, table, kind] of [
    ["/admin/navigation", "navigation_links", "Navigation link"],
    ["/admin/footer?tab=links", "footer_links", "Footer link"],
  ] as const) {
    await go(page, path)
    const row = page.locator(".link-row").last()
    const name = (await row.getByRole("heading").textContent()) ?? ""
    const edited = `${name} edited`
    page.once("dialog", async (ask) => {
      await change(`${table}?name=eq.${encodeURIComponent(name)}`, { name: edited })
      await ask.accept()
    })
    await row.getByRole("button", { name: /^Delete/ }).click()
    await toast(page, "Error", CONFLICT)
    const shown = page.getByRole("button", { name: `Delete ${edited}` })
    await expect(shown).toBeVisible()
    page.once("dialog", (ask) => void ask.accept())
    await shown.click()
    await toast(page, "Success", `${kind} deleted successfully`)
    await expect(shown).toHaveCount(0)
  }
})

test("a switch or a move of one's own stands in the way of no deletion", async ({
  page,
  signIn,
}) => {
  await signIn("admin", "/admin/navigation")
  const row = page.locator(".link-row").first()
  const name = (await row.getByRole("heading").textContent()) ?? ""
  const release = await hold(page, /rest\/v1\/navigation_links\?select/)
  await page.getByRole("button", { name: `Move ${name} down` }).click()
  await toast(page, "Success", "Navigation links reordered successfully")
  await page.getByRole("switch", { name: `Visible: ${name}` }).click()
  await toast(page, "Success", "Navigation link updated successfully")
  const gone = page.waitForResponse(/rpc\/delete_navigation_link/)
  page.once("dialog", (ask) => void ask.accept())
  await page.getByRole("button", { name: `Delete ${name}` }).click()
  expect((await gone).ok()).toBe(true)
  release()
  await toast(page, "Success", "Navigation link deleted successfully")
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
  const [job] = await site.api(
    "/rest/v1/job_listings?title=like.Product*&select=id,title,rank,version",
  )
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
  await expect(ask).toContainText(`${PEOPLE.editor.email} moved this to Trash at `)
  await expect(ask.getByRole("button", { name: "Copy my text" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(dialog.getByLabel("Location")).toHaveValue("Kept in Pune")
  await dialog.getByRole("button", { name: "Put back and save" }).click()
  await toast(page, "Success", "Job listing updated successfully")
  await expect(dialog).toBeHidden()
  const [kept] = await site.api("/rest/v1/job_listings?location=eq.Kept%20in%20Pune")
  const { id, title, rank } = job
  expect(kept).toMatchObject({ id, title, rank })
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
  // What was deleted for good as well can only be saved as new.
  const [deleted] = await site.api("/rest/v1/revisions?action=eq.deleted&order=id.desc&limit=1", {
    as: "admin",
  })
  const purge = JSON.stringify({ revision_id: deleted.id })
  await site.api("/rest/v1/rpc/purge_deleted", { method: "POST", as: "admin", body: purge })
  await again.getByRole("button", { name: "Put back and save" }).click()
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
  expects(/409/)
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
      "Company updated successfully",
    ],
    [
      "navigation",
      "navigation_links",
      "Link Text",
      "Update Link",
      "Navigation link updated successfully",
    ],
    [
      "footer?tab=links",
      "footer_links",
      "Link Text",
      "Update Link",
      "Footer link updated successfully",
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
    await expect(ask).toContainText("moved this to Trash at ")
    await ask.getByRole("button", { name: "Put back and save" }).click()
    await toast(page, "Success", done)
    const [kept] = await site.api(`/rest/v1/${table}?id=eq.${row.id}`)
    expect(kept.name).toBe(`${row.name} again`)
  }
})
