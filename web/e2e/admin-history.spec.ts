import { readFileSync } from "node:fs"
import type { Locator, Page } from "@playwright/test"
import { expect, test, toast } from "./admin/test"
import { everywhere } from "./axe"

const drawer = (page: Page) => page.getByRole("dialog", { name: /^History of/ })
const save = (page: Page) => page.getByRole("button", { name: "Save Changes" })
const version = (page: Page, what: RegExp) => drawer(page).getByRole("button", { name: what })

/** Presses a key on something as a person without a mouse does. */
async function press(on: Locator, key = "Enter") {
  await on.focus()
  await on.press(key)
}

const undo = (page: Page) => page.locator("[data-toasts]").getByRole("button", { name: "Undo" })

test("a bad edit of the hero is undone in one click", async ({ page, site, signIn }) => {
  await signIn("editor", "/admin/hero")
  const title = page.getByLabel("Title").first()
  const before = await title.inputValue()
  await expect(page.getByText(/^Saved \d\d:\d\d by The server$/)).toBeVisible()
  await title.fill("All stores half price")
  await save(page).click()
  await expect(page.getByText("Saved and on the site")).toBeVisible()
  await expect(page.getByText(/^Today, \d\d:\d\d by you$/)).toBeVisible()
  await undo(page).click()
  await toast(page, "Undone.")
  await expect(title).toHaveValue(before)
  const [{ title: stored }] = await site.api("/rest/v1/hero_content?select=title")
  expect(stored).toBe(before)
})

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
  await expect(page.getByRole("button", { name: "Remove area 1" })).toBeVisible()
  await expect(page.getByRole("button", { name: "History" })).toBeFocused()
  const [still] = await site.api("/rest/v1/hero_content?select=title")
  expect(still.title).toBe("Everything must go")
  await press(save(page))
  await toast(page, "Success", "Hero content has been updated.")
  expect((await site.api("/rest/v1/hero_content?select=title,subtitle"))[0]).toEqual(was)
})

test("a deleted job is back at its address with its lists", async ({ page, site, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn("editor", "/admin/careers")
  const select =
    "select=slug,title,about,rank,job_responsibilities(description),job_qualifications(description)"
  const [job] = await site.api(`/rest/v1/job_listings?rank=eq.2&${select}`)
  await press(page.getByRole("button", { name: `Delete ${job.title}` }))
  const ask = page.getByRole("alertdialog")
  await expect(ask).toContainText(
    /You have 30 days to change your mind: until \w{3} \d+, \d{4} it waits in Trash\./,
  )
  await everywhere(page, "the question before a deletion")
  await page.setViewportSize({ width: 390, height: 844 })
  await press(ask.getByRole("button", { name: "Delete" }))
  await expect(page.getByText("Job listing deleted successfully", { exact: true })).toBeVisible()
  expect((await page.request.get(`/careers/${job.slug}`)).status()).toBe(404)
  await press(undo(page))
  await toast(page, "Undone.")
  await expect(page.getByRole("button", { name: `Delete ${job.title}` })).toBeVisible()
  expect((await site.api(`/rest/v1/job_listings?slug=eq.${job.slug}&${select}`))[0]).toEqual(job)
  await expect.poll(async () => (await page.request.get(`/careers/${job.slug}`)).status()).toBe(200)
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
  await signIn("admin", "/admin/about")
  await page.getByRole("button", { name: "History" }).click()
  const rows = drawer(page).locator(".version-head")
  await expect(rows).toHaveCount(3)
  for (const row of await rows.all()) {
    await row.click()
    await expect(row).toHaveAttribute("aria-expanded", "true")
    // Text alone: no element of what was typed.
    await expect(drawer(page).locator(".difference-text :not(ins, del, span)")).toHaveCount(0)
  }
  expect(ran).toBe(0)
})
