import { readFileSync } from "node:fs"
import type { Locator, Page, Route } from "@playwright/test"
import { apart, expect, reveal, test, toast } from "./admin/test"
import { press, WAYS } from "./admin/ways"
import { everywhere } from "./axe"

const drawer = (page: Page) => page.getByRole("dialog", { name: /^History of/ })
const save = (page: Page) => page.getByRole("button", { name: "Save Changes" })
const version = (page: Page, what: RegExp) => drawer(page).getByRole("button", { name: what })

const undo = (page: Page) => page.locator("[data-toasts]").getByRole("button", { name: "Undo" })

for (const { how, size, act } of WAYS) {
  test(`a bad edit of the hero is undone in one click, ${how}`, async ({ page, site, signIn }) => {
    await page.setViewportSize(size)
    await signIn("editor", "/admin/hero")
    const title = page.getByLabel("Title").first()
    const before = await title.inputValue()
    await expect(page.getByText(/^Saved \d\d:\d\d by (The server|you)$/)).toBeVisible()
    await title.fill("All stores half price")
    await act(save(page))
    await expect(page.getByText("Saved and on the site")).toBeVisible()
    await expect(page.getByText(/^Today, \d\d:\d\d by you$/)).toBeVisible()
    await act(undo(page))
    await toast(page, "Undone.")
    await expect(title).toHaveValue(before)
    const [{ title: stored }] = await site.api("/rest/v1/hero_content?select=title")
    expect(stored).toBe(before)
  })

  test(`a day later it is undone by History and Save, ${how}`, async ({ page, site, signIn }) => {
    const [was] = await site.api("/rest/v1/hero_content")
    const { id, version: at } = was
    const body = JSON.stringify({ id, version: at, title: "A bad day for titles" })
    await site.api("/rest/v1/rpc/save_hero", { method: "POST", as: "editor", body })
    await page.setViewportSize(size)
    await apart(page)
    await page.route(/\/rest\/v1\/revisions/, aDayAgo)
    await signIn("editor", "/admin/hero")
    await expect(page.getByText(/^Saved \w{3} \d+ by you$/)).toBeVisible()
    await act(page.getByRole("button", { name: "History" }))
    const yesterday = drawer(page).getByRole("region", { name: "Yesterday" })
    const rows = yesterday.locator(".version-head")
    await expect(rows.first()).toContainText("Rewrote Title")
    await act(rows.nth(1))
    await act(drawer(page).getByRole("button", { name: "Restore this version" }))
    await expect(page.getByLabel("Title").first()).toHaveValue(was.title)
    await act(save(page))
    await toast(page, "Success", "Hero content has been updated.")
    expect((await site.api("/rest/v1/hero_content"))[0].title).toBe(was.title)
  })

  test(`a deleted job is back at its address with its lists, ${how}`, async ({
    page,
    site,
    signIn,
  }) => {
    await page.setViewportSize(size)
    await signIn("editor", "/admin/careers")
    const select =
      "select=slug,title,about,rank,job_responsibilities(description),job_qualifications(description)"
    const [job] = await site.api(`/rest/v1/job_listings?rank=eq.2&${select}`)
    await act(page.getByRole("button", { name: `Delete ${job.title}` }))
    const ask = page.getByRole("alertdialog")
    await expect(ask).toContainText(
      /You have 30 days to change your mind: until \w{3} \d+, \d{4} it waits in Trash\./,
    )
    await everywhere(page, "the question before a deletion")
    await page.setViewportSize(size)
    await act(ask.getByRole("button", { name: "Delete" }))
    await expect(page.getByText("Job listing deleted successfully", { exact: true })).toBeVisible()
    expect((await page.request.get(`/careers/${job.slug}`)).status()).toBe(404)
    await act(undo(page))
    await toast(page, "Undone.")
    await expect(page.getByRole("button", { name: `Delete ${job.title}` })).toBeVisible()
    expect((await site.api(`/rest/v1/job_listings?slug=eq.${job.slug}&${select}`))[0]).toEqual(job)
    await expect
      .poll(async () => (await page.request.get(`/careers/${job.slug}`)).status())
      .toBe(200)
  })

  test(`a link that was hidden and moved is back where it was, ${how}`, async ({
    page,
    site,
    signIn,
  }) => {
    await page.setViewportSize(size)
    await signIn("editor", "/admin/navigation")
    const menu = () => site.api("/rest/v1/navigation_links?select=name,is_visible&order=order")
    const before = await menu()
    await act(page.getByRole("switch", { name: "Visible: Careers" }))
    await act(undo(page))
    await toast(page, "Undone.")
    await expect(page.getByRole("switch", { name: "Visible: Careers" })).toBeChecked()
    await act(page.getByRole("button", { name: "Move Careers up" }))
    await expect(page.getByText(/^Changed the order, \d\d:\d\d by you$/)).toBeVisible()
    await act(page.locator(".save-bar").getByRole("button", { name: "Undo" }))
    await toast(page, "Undone.")
    await expect.poll(menu).toEqual(before)
  })

  test(`Activity leads to what was changed, ${how}`, async ({ page, site, signIn }) => {
    const [job] = await site.api("/rest/v1/job_listings?rank=eq.2")
    const body = JSON.stringify({ id: job.id, version: job.version, location: `Pune, ${how}` })
    await site.api("/rest/v1/rpc/save_job", { method: "POST", as: "admin", body })
    await page.setViewportSize(size)
    await signIn("editor", "/admin/activity")
    await act(page.getByRole("link", { name: `See what changed: ${job.title}` }).first())
    const part = drawer(page).getByRole("region", { name: "Location" })
    await expect(part.locator("ins").last()).toContainText(how.split(" ").at(-1) as string)
    await everywhere(page, "a version that Activity led to")
    await page.setViewportSize(size)
    await page.keyboard.press("Escape")
    await expect(drawer(page)).toHaveCount(0)
    const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
    await expect(dialog.getByLabel("Location")).toHaveValue(`Pune, ${how}`)
    await expect(page).toHaveURL(/\/admin\/careers$/)
  })
}

/** Has everything that is told of versions be a day old. */
async function aDayAgo(route: Route) {
  const answer = await route.fetch()
  const rows = (await answer.json()) as { created_at: string }[]
  const early = (at: string) => new Date(Date.parse(at) - 24 * 3600 * 1000).toISOString()
  const json = rows.map((row) => ({ ...row, created_at: early(row.created_at) }))
  await route.fulfill({ response: answer, json })
}

test("a toast's Undo is reached by keyboard, and says so when somebody was faster", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/409/)
  await signIn("editor", "/admin/hero")
  await page.getByLabel("Primary button").fill("Begin")
  await press(save(page))
  await expect(undo(page)).toBeVisible()
  const theirs = { method: "PATCH", as: "admin", body: '{"cta_primary_text":"Theirs"}' } as const
  await site.api("/rest/v1/hero_content?id=eq.1", theirs)
  await page.keyboard.press("F8")
  await page.keyboard.press("Tab")
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press("Enter")
  await toast(
    page,
    "Not undone",
    "This content was changed by someone else. Reload to see the latest version.",
  )
  await expect(page.getByLabel("Primary button")).toHaveValue("Theirs")
})

test("an old version comes back by History and Save, by keyboard and on a phone", async ({
  page,
  site,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn("admin", "/admin/hero")
  const title = page.getByLabel("Title").first()
  const subtitle = page.getByRole("textbox", { name: "Subtitle" })
  const [was] = await site.api("/rest/v1/hero_content?select=title,subtitle")
  await title.fill("Everything must go")
  await subtitle.fill("Nothing is as it was.")
  await reveal(page, "featured_areas.0.title")
  await page.getByRole("button", { name: "Remove area 1" }).click()
  await press(save(page))
  await toast(page, "Success", "Hero content has been updated.")
  await page.getByLabel("Secondary button").fill("Not saved yet")

  await press(page.getByRole("button", { name: "History" }))
  await expect(version(page, /You, not saved/)).toContainText("Rewrote Secondary button")
  const own = version(page, /^Y?\s*You .*rewrote Title/i)
  await expect(own).toContainText("removed area")
  const first = version(page, /First version/)
  await press(first)
  await expect(first).toHaveAttribute("aria-expanded", "true")
  const part = drawer(page).getByRole("region", { name: "Title" })
  await expect(part.locator("del").first()).toContainText("removed Everything")
  await expect(part.locator("ins").first()).toContainText("added ")
  await expect(drawer(page).getByText("Only in this version")).toBeVisible()
  await everywhere(page, "the history of the hero")
  await page.setViewportSize({ width: 390, height: 844 })

  await press(drawer(page).getByRole("button", { name: "Restore this field: Title" }))
  await expect(part.getByRole("button", { name: "In the form" })).toBeDisabled()
  await press(drawer(page).getByRole("button", { name: "Restore this version" }))
  await expect(drawer(page)).toHaveCount(0)
  await expect(title).toHaveValue(was.title)
  await expect(page.getByRole("button", { name: "History" })).toBeFocused()
  await reveal(page, "featured_areas.0.title")
  await expect(page.getByRole("button", { name: "Remove area 1" })).toBeVisible()
  const [still] = await site.api("/rest/v1/hero_content?select=title")
  expect(still.title).toBe("Everything must go")
  await press(save(page))
  await toast(page, "Success", "Hero content has been updated.")
  expect((await site.api("/rest/v1/hero_content?select=title,subtitle"))[0]).toEqual(was)
})

test("a dialog has its history in its head", async ({ page, signIn }) => {
  await signIn("editor", "/admin/careers")
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click()
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  await dialog.getByLabel("Location").fill("Lisbon")
  await dialog.getByRole("button", { name: "Update" }).click()
  await toast(page, "Success", "Job listing updated successfully")
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click()
  await press(dialog.getByRole("button", { name: "History" }))
  await expect(drawer(page).getByText(/^(Filled in|Changed|Rewrote) Location$/)).toBeVisible()
  await press(version(page, /First version/))
  await press(drawer(page).getByRole("button", { name: "Restore this field: Location" }))
  await page.keyboard.press("Escape")
  await expect(drawer(page)).toHaveCount(0)
  await expect(dialog.getByLabel("Location")).not.toHaveValue("Lisbon")
})

test("nothing that was ever typed runs in the drawer", async ({ page, site, signIn, expects }) => {
  expects(/Failed to load resource|Content Security Policy/)
  const payloads: string[] = JSON.parse(
    readFileSync("../internal/schema/testdata/xss.json", "utf8"),
  ).filter((payload: string) => payload.length < 400)
  const { version: at, id } = (await site.api("/rest/v1/about_content?select=id,version"))[0]
  const texts = [payloads.join("\n"), "<p>Clean again.</p>"]
  let now = at
  for (const intro_text of texts) {
    const focus_areas = payloads
      .slice(0, 40)
      .map((title) => ({ title: title.slice(0, 200) || "x", description: title }))
    const body = JSON.stringify({
      id,
      version: now,
      intro_text,
      focus_areas,
      why_ecommerce: payloads.slice(0, 20),
    })
    now = (await site.api("/rest/v1/rpc/save_about", { method: "POST", as: "editor", body }))
      .version
  }
  let ran = 0
  await page.exposeFunction("ranHere", () => ran++)
  await page.addInitScript(() => {
    for (const name of ["alert", "confirm", "prompt"] as const)
      Object.defineProperty(window, name, {
        value: () => (window as never as { ranHere: () => void }).ranHere(),
      })
  })
  const openAll = async (count: number, editor: Page | Locator = page) => {
    await editor.getByRole("button", { name: "History" }).click()
    const rows = drawer(page).locator(".version-head")
    await expect(rows).toHaveCount(count)
    for (const row of await rows.all()) {
      await row.click()
      await expect(row).toHaveAttribute("aria-expanded", "true")
      // Text alone: no element of what was typed.
      await expect(drawer(page).locator(".difference-text :not(ins, del, span)")).toHaveCount(0)
    }
    expect(ran).toBe(0)
  }
  await signIn("admin", "/admin/about")
  await openAll(3)
  // A page is rich text and nothing else.
  let made = { id: undefined as number | undefined, version: undefined as number | undefined }
  for (const text of texts) {
    const body = JSON.stringify({ ...made, title: "Nasty", slug: "nasty", body: text })
    const init = { method: "POST", as: "editor", body } as const
    const { id, version } = await site.api("/rest/v1/rpc/save_page", init)
    made = { id, version }
  }
  await page.goto("/admin/pages")
  await page.getByRole("button", { name: "Edit Nasty" }).click()
  await openAll(2, page.getByRole("dialog", { name: "Edit page" }))
})

test("the preview beside the drawer shows the chosen version with its words marked", async ({
  page,
  site,
  signIn,
}) => {
  const [was] = await site.api("/rest/v1/hero_content")
  const { id, version: at } = was
  const body = JSON.stringify({
    id,
    version: at,
    title: "We mend the stores",
    subtitle: "<p>Now</p>",
  })
  await site.api("/rest/v1/rpc/save_hero", { method: "POST", as: "editor", body })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/hero")
  const shown = page.frameLocator('iframe[title^="Preview of"]')
  await expect(shown.getByRole("heading", { level: 1 })).toContainText("We mend the stores")
  await page.getByRole("button", { name: "History" }).click()
  await drawer(page).locator(".version-head").nth(1).click()
  const pane = page.getByRole("region", { name: "Preview" })
  await expect(pane.getByText(/^as of Today, \d\d:\d\d$/)).toBeVisible()
  const words = (kind: string) =>
    shown.locator(":root").evaluate((_, name) => {
      const found = CSS.highlights.get(name) ?? []
      return [...found].map(String).join(" ")
    }, `pv-${kind}`)
  await expect.poll(() => words("removed")).toContain("mend")
  expect(await words("added")).toContain("shopping")
  await everywhere(page, "a version beside its page")
  await page.setViewportSize({ width: 1440, height: 900 })
  await pane.getByRole("button", { name: "Marks off" }).click()
  await expect.poll(() => words("removed")).toBe("")
  await expect(shown.getByRole("heading", { level: 1 })).not.toContainText("mend")
  // What it covers cannot be reached, what is beside it can.
  await expect(page.locator(".work-form")).toHaveAttribute("inert", "")
  await pane.getByRole("button", { name: "Dark" }).click()
  await page.keyboard.press("Escape")
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole("button", { name: "History" })).toBeFocused()
  await expect(shown.getByRole("heading", { level: 1 })).toContainText("We mend the stores")
  await page.getByLabel("Title").first().fill("We type")
  await expect(shown.getByRole("heading", { level: 1 })).toContainText("We type")
})

test("the preview scrolls to what a version of the team changed", async ({
  page,
  site,
  signIn,
}) => {
  const team = await site.api("/rest/v1/team_members?order=id")
  const loaded = team.map(({ id, version }: { id: number; version: number }) => ({ id, version }))
  const members = team.map(({ name, position, company }: Record<string, string>, at: number) => ({
    name: at === 0 ? `${name} Renamed` : name,
    position,
    company,
  }))
  const body = JSON.stringify({ loaded, members })
  await site.api("/rest/v1/rpc/save_team", { method: "POST", as: "editor", body })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/team")
  await page.getByRole("button", { name: "History" }).click()
  await version(page, /First version|Imported it/).click()
  const shown = page.frameLocator("iframe").locator("html")
  await expect.poll(() => shown.evaluate(() => CSS.highlights.get("pv-removed")?.size)).toBe(1)
  await expect.poll(() => shown.evaluate((html) => html.scrollTop)).toBeGreaterThan(0)
})
