import { expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

test.describe.configure({ mode: "serial" })

test("words are found, changed and put back, and the site says them", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/404/)
  await signIn("editor", "/admin/settings/words")
  await expect(page).toHaveURL(/\/admin\/settings\/words$/)
  await page.getByRole("searchbox").fill("page not found")
  const headline = page.locator("[name=not_found_title]")
  await headline.fill("Nobody is {name}")
  await expect(page.getByText(/^\{name\} stands for nothing in this sentence/)).toBeVisible()
  await accessible(page, "a sentence with a mistake")
  await headline.fill("Nothing hangs here")
  await page.keyboard.press("Control+s")
  await toast(page, "Success", "The words have been updated.")
  await page.goto("/nowhere")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Nothing hangs here/)

  await page.goto("/admin/settings/words")
  await page.getByRole("button", { name: /^Observatory/ }).click()
  await expect(page.getByText(/1 sentence of yours stays\.$/)).toBeVisible()
  await accessible(page, "another way of talking")
  await page.getByRole("button", { name: "Use Observatory" }).click()
  await toast(page, "Observatory speaks now.")
  await page.getByRole("button", { name: "Changed only" }).click()
  await page.getByRole("button", { name: /^Back to default/ }).click()
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Success", "The words have been updated.")
  await page.goto("/nowhere")
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(
    /Nothing hangs here|Oops! Page not found/,
  )
})

test("a page of one's own is written, moved and hidden", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/400/)
  await signIn("editor", "/admin/pages")
  await page.getByRole("button", { name: "Add page" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Add page" })
  await dialog.getByLabel("Title").fill("Field sites")
  await expect(dialog.getByLabel("Address")).toHaveValue("field-sites")
  await dialog.getByLabel("Address").fill("careers")
  await dialog.getByRole("button", { name: "Add page" }).click()
  await expect(dialog.getByText("The address /careers belongs to the site itself.")).toBeVisible()
  await expect(dialog.getByLabel("Address")).toBeFocused()
  await accessible(page, "a page with a mistake")
  await dialog.getByLabel("Address").fill("sites")
  await dialog.getByRole("textbox", { name: "Text" }).fill("We keep four of them.")
  await dialog.getByRole("button", { name: "Preview" }).click()
  await expect(dialog.frameLocator("iframe").locator("main")).toContainText("We keep four of them.")
  await dialog.getByRole("button", { name: "Add page" }).click()
  await toast(page, "Success", "Page added successfully")

  await page.getByRole("button", { name: "Edit Field sites" }).click()
  const edit = page.getByRole("dialog", { name: "Edit page" })
  await edit.getByLabel("Address").fill("field-sites")
  await expect(edit.getByText("/sites will lead to the new address.")).toBeVisible()
  await edit.getByRole("button", { name: "Update page" }).click()
  await toast(page, "Success", "Page updated successfully")
  await page.goto("/sites")
  await expect(page).toHaveURL(/\/field-sites$/)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Field sites/)
  await expect(page.getByText("We keep four of them.")).toBeVisible()

  await page.goto("/admin/pages")
  const visible = page.getByRole("switch", { name: "Visible: Field sites" })
  await visible.click()
  await toast(page, "Success", "Page updated successfully")
  expect((await fetch(`${site.url}/field-sites`)).status).toBe(404)
  await visible.click()
  await toast(page, "Success", "Page updated successfully")
})

test("search engines are told what was typed", async ({ page, site, signIn }) => {
  await signIn("editor", "/admin/settings/search")
  const form = page.getByRole("form")
  await form.getByLabel("Description").fill("A studio for the wind.")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Success", "The search appearance has been updated.")
  await page.getByRole("button", { name: /^Field sites/ }).click()
  await form.getByLabel("Title").fill("Where we measure")
  const preview = page.getByRole("region", { name: "Preview" })
  await expect(preview.getByText("Where we measure").first()).toBeVisible()
  await expect(preview.getByText("We keep four of them.").first()).toBeVisible()
  await page.getByRole("button", { name: "Contact /contact" }).click()
  await form.getByRole("switch", { name: "Show in search engines" }).click()
  await expect(page.getByText("Search engines are told to leave this page out.")).toBeVisible()
  await accessible(page, "a page that is not listed")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Success", "The search appearance has been updated.")
  const html = async (path: string) => (await fetch(site.url + path)).text()
  expect(await html("/field-sites")).toContain("<title>Where we measure</title>")
  expect(await html("/contact")).toContain('name="robots" content="noindex"')
  expect(await html("/")).toContain('name="description" content="A studio for the wind."')
})

test("redirects are found, added, changed and deleted", async ({ page, site, signIn, expects }) => {
  expects(/400/)
  await signIn("editor", "/admin/settings/redirects?new=1")
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("From").fill("/careers")
  await dialog.getByLabel("To", { exact: true }).fill("/about")
  await dialog.getByRole("button", { name: "Add redirect" }).click()
  await expect(dialog.getByText("There is something at /careers already.")).toBeVisible()
  await accessible(page, "a redirect that is refused")
  await dialog.getByLabel("From").fill("/team")
  await dialog.getByRole("button", { name: "Add redirect" }).click()
  await toast(page, "Success", "Redirect added successfully")
  await page.getByRole("button", { name: "Edit /team" }).click()
  await dialog.getByLabel("To", { exact: true }).fill("/about#team")
  await dialog.getByRole("button", { name: "Update redirect" }).click()
  await toast(page, "Success", "Redirect updated successfully")
  const answer = await fetch(`${site.url}/team`, { redirect: "manual" })
  expect([answer.status, answer.headers.get("location")]).toEqual([301, "/about#team"])
  // The page that moved left one of its own.
  await page.getByRole("searchbox").fill("sites")
  await expect(page.getByRole("button", { name: /^Delete / })).toHaveCount(1)
  await page.getByRole("button", { name: "Delete /sites" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await toast(page, "Success", "Redirect deleted successfully")
  await expect(page.getByText("No match")).toBeVisible()
})

test("the dashboard of a new site says what is left to do, until it is done or hidden", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin")
  const list = page.getByRole("region", { name: "Make it yours" })
  await expect(list.getByRole("listitem").filter({ hasText: "Your first headline" })).toContainText(
    "Write it",
  )
  // On a phone each button stands below its words, and all of them in one line.
  await page.setViewportSize({ width: 390, height: 844 })
  const beside = () =>
    list.getByRole("listitem").evaluateAll((rows) =>
      rows.flatMap((row) => {
        const [words, button] = [row.querySelector("div"), row.querySelector("a")]
        if (!words || !button) return []
        const [above, below] = [words.getBoundingClientRect(), button.getBoundingClientRect()]
        return below.top >= above.bottom && below.left === above.left ? [] : [row.textContent]
      }),
    )
  await expect.poll(beside).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(list.getByRole("link", { name: "Set up mail" })).toHaveAttribute(
    "href",
    "/admin/settings/mail",
  )
  const [hero] = await site.api("/rest/v1/hero_content?select=id,version")
  await site.api("/rest/v1/rpc/save_hero", {
    method: "POST",
    as: "editor",
    body: JSON.stringify({ id: hero.id, version: hero.version, title: "Ours." }),
  })
  await page.reload()
  await expect(list.getByRole("listitem").filter({ hasText: "Your first headline" })).toContainText(
    "Done",
  )
  await list.getByRole("button", { name: "Hide this list" }).click()
  await expect(list).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole("heading", { name: "To look at" })).toBeVisible()
  await expect(list).toHaveCount(0)
})
