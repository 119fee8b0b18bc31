import type { Page } from "@playwright/test"
import { expect, test } from "./admin/test"
import { accessible } from "./axe"

const box = (page: Page) => page.getByPlaceholder("Search, go to a screen or run an action")
const chosen = (page: Page) => page.getByRole("option", { selected: true })

async function search(page: Page, typed: string) {
  await page.keyboard.press("Control+k")
  await box(page).fill(typed)
}

test("a word of the site leads to its field, by keyboard alone", async ({ page, site, signIn }) => {
  await site.api("/rest/v1/rpc/save_job", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ title: "Heat keeper", about: "<p>Owns the thermal budget.</p>" }),
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor")
  const asked: string[] = []
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/")) asked.push(request.postData() ?? request.url())
  })
  await search(page, "thermal")
  const jobs = page.getByRole("group", { name: "Jobs" })
  await expect(jobs.getByRole("option")).toHaveText(/Heat keeper.*thermal budget/)
  await expect(page.getByRole("status").filter({ hasText: "1 result" })).toBeVisible()
  await accessible(page, "what was found")
  // What the site says is read with the first letters, and never again for the next words.
  const reads = () => asked.filter((body) => body.includes("hero_content")).length
  expect(reads()).toBe(1)
  // The dashboard may still be asking for what it shows.
  const searches = asked.filter((body) => /hero_content|ilike/.test(decodeURIComponent(body)))
  expect(searches.length).toBeGreaterThan(0)
  expect(searches.length).toBeLessThanOrEqual(3)
  await box(page).fill("agents already compare")
  await expect(chosen(page)).toHaveText(/^Hero, Agentic Commerce/)
  expect(reads()).toBe(1)
  await box(page).fill("thermal")
  await expect(chosen(page)).toHaveText(/^Heat keeper/)
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "Edit Job Listing" })
  await expect(dialog.getByRole("textbox", { name: "About", exact: true })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)

  await search(page, "agents already compare")
  await expect(chosen(page)).toHaveText(/^Hero, Agentic Commerce/)
  const visit = page.context().waitForEvent("page")
  await page.keyboard.press("Control+Enter")
  expect(new URL((await visit).url()).pathname).toBe("/")
  await search(page, "agents already compare")
  await expect(chosen(page)).toHaveText(/^Hero, Agentic Commerce/)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/admin\/hero/)
  await expect(page.locator(":focus").locator("xpath=ancestor::*[@data-path][1]")).toHaveAttribute(
    "data-path",
    "featured_areas.0.description",
  )
})

test("messages and subscribers open, and the last places come first", async ({
  page,
  site,
  signIn,
}) => {
  const store = (table: string, row: object) =>
    site.api(`/rest/v1/${table}`, { method: "POST", as: "admin", body: JSON.stringify(row) })
  await store("contact_form_submissions", {
    name: "A shop",
    email: "shop@quokka.example",
    subject: "Our quokka",
    message: "It hops.",
  })
  await store("newsletter_subscriptions", { email: "reader@quokka.example" })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/trash")
  await search(page, "quokka")
  const people = page.getByRole("group", { name: "Messages and people" }).getByRole("option")
  await expect(people).toHaveCount(2)
  await expect(chosen(page)).toHaveText(/^Our quokka/)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(page.getByPlaceholder("Search by email...")).toHaveValue("reader@quokka.example")
  await expect(page).toHaveURL(/\/admin\/subscribers$/)
  await search(page, "quokka")
  await expect(chosen(page)).toHaveText(/^Our quokka/)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Our quokka", level: 2 }).last()).toBeVisible()
  await page.keyboard.press("Control+k")
  const last = page.getByRole("group", { name: "Last places" }).getByRole("option")
  await expect(last).toHaveText(["Subscribers", "Trash"])
  await box(page).fill("zzyzx")
  await expect(page.getByText("Nothing found")).toBeVisible()
  await accessible(page, "nothing found")
})

test("on a phone the search fills the screen", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn("editor")
  await page.getByRole("button", { name: "Search", exact: true }).click()
  await box(page).fill("agents")
  await expect(page.getByRole("group", { name: "On the site" })).toBeVisible()
  expect(await page.getByRole("dialog").boundingBox()).toEqual({
    x: 0,
    y: 0,
    width: 390,
    height: 844,
  })
  await accessible(page, "search on a phone")
  for (const row of await page.getByRole("option").all())
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.getByRole("button", { name: "Esc, close" }).click()
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeFocused()
})

test("what is typed while the search is on its way lands in it, not in the form", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/palette-[^/]*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await signIn("editor", "/admin/hero")
  const title = page.getByLabel("Title", { exact: true }).first()
  await title.focus()
  const before = await title.inputValue()
  await page.keyboard.press("Control+k")
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible()
  await page.keyboard.type("thermax")
  await page.keyboard.press("Backspace")
  await page.keyboard.type("l")
  release()
  await expect(box(page)).toHaveValue("thermal")
  await expect(box(page)).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(title).toBeFocused()
  await expect(title).toHaveValue(before)
})
