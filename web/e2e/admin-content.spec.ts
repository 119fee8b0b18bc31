import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { expect, hold, reveal, test, toast } from "./admin/test"

const save = (page: Page) => page.getByRole("button", { name: "Save Changes" }).click()
const editor = (page: Page, label: string) =>
  page.getByRole("textbox", { name: label, exact: true })

test("the hero is saved with its areas, and the homepage shows it", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("editor", "/admin/hero")
  await page.getByLabel("Title").first().fill("Shops for software. Made in Delhi.")
  await editor(page, "Subtitle").fill("A subtitle of our own")
  await page.getByLabel("Primary button").fill("Write to us")
  await reveal(page, "featured_areas.1.title")
  await page.getByRole("button", { name: "Remove area 2" }).click()
  await page.getByRole("button", { name: "Add area" }).click()
  await page.getByRole("group", { name: "Area 2" }).getByLabel("Title").fill("Second window")
  await save(page)
  await toast(page, "Success", "Hero content has been updated.")
  const [hero] = await site.api(
    "/rest/v1/hero_content?select=title,subtitle,cta_primary_text,featured_areas(title)",
  )
  expect(hero).toMatchObject({
    title: "Shops for software. Made in Delhi.",
    subtitle: "<p>A subtitle of our own</p>",
    cta_primary_text: "Write to us",
  })
  expect(hero.featured_areas.map((area: { title: string }) => area.title)).toContain(
    "Second window",
  )
  await page.reload()
  await expect(page.getByLabel("Title").first()).toHaveValue("Shops for software. Made in Delhi.")
})

test("process steps are added, moved, removed and renumbered", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/process")
  await reveal(page, "steps.3.title")
  await expect(page.getByRole("group", { name: "Step 4" })).toBeVisible()
  await page.getByLabel("Section Title").fill("How it goes")
  await reveal(page, "steps.1.title")
  await expect(page.getByRole("group", { name: "Step 4" })).toBeHidden()
  await page.getByRole("button", { name: "Remove step 2" }).click()
  await page.getByRole("button", { name: "Add Step" }).click()
  const fresh = page.getByRole("group", { name: "Step 4" })
  await expect(fresh.getByLabel("Icon")).toHaveValue("Search")
  await fresh.getByLabel("Title").fill("Stay")
  await fresh.getByLabel("Icon").selectOption({ label: "Launch" })
  await page.getByRole("button", { name: "Move Identify" }).click()
  await page.getByRole("menuitem", { name: "Move down" }).click()
  await save(page)
  await toast(page, "Success", "Process section has been updated.")
  const steps = await site.api(
    "/rest/v1/process_steps?select=title,icon,step_order&order=step_order",
  )
  expect(steps).toEqual([
    { title: "Launch", icon: "Rocket", step_order: 1 },
    { title: "Identify", icon: "Search", step_order: 2 },
    { title: "Scale", icon: "TrendingUp", step_order: 3 },
    { title: "Stay", icon: "Rocket", step_order: 4 },
  ])
})

test("the process text editor saves two texts and leaves the steps", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin/process-text")
  await expect(page.getByRole("heading", { name: "Our Process Text Editor" })).toBeVisible()
  await page.getByLabel("Main Title").fill("From gap to company.")
  await page.getByLabel("Subtitle").fill("In steps.")
  await save(page)
  await toast(page, "Success!", "Process text has been updated.")
  const [text] = await site.api("/rest/v1/process_content?select=title,subtitle")
  expect(text).toEqual({ title: "From gap to company.", subtitle: "In steps." })
  expect(await site.api("/rest/v1/process_steps?select=id")).toHaveLength(4)
})

test("about: texts, focus areas and reasons in one save", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/about")
  await editor(page, "Intro text").fill("Who we are")
  await reveal(page, "focus_areas.0.title")
  await page.getByRole("group", { name: "Focus area 1" }).getByLabel("Title").fill("A question")
  await page.getByLabel("Reasons 1").fill("Because")
  await page.getByRole("button", { name: "Remove reason 4" }).click()
  await page.getByRole("button", { name: "Add reason" }).click()
  await save(page)
  await toast(page, "Success", "About content has been updated.")
  const [about] = await site.api(
    "/rest/v1/about_content?select=intro_text,why_ecommerce,focus_areas(title)",
  )
  expect(about.intro_text).toBe("<p>Who we are</p>")
  expect(about.why_ecommerce).toHaveLength(3)
  expect(about.focus_areas[0].title).toBe("A question")
})

test("the about text editor writes rich text, by toolbar and by keyboard", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin/about-text")
  await expect(page.getByRole("heading", { name: "About Us Text Editor" })).toBeVisible()
  const approach = editor(page, "Approach text")
  await approach.fill("")
  await approach.pressSequentially("Plain ")
  await page.keyboard.press("Control+b")
  await approach.pressSequentially("bold")
  await page.keyboard.press("Control+b")
  await approach.press("Enter")
  const tools = page.getByRole("toolbar", { name: "Formatting" }).nth(1)
  await tools.getByRole("button", { name: "Bulleted list" }).click()
  await approach.pressSequentially("first")
  await expect(tools.getByRole("button", { name: "Bulleted list" })).toHaveAttribute(
    "aria-pressed",
    "true",
  )
  await approach.press("Enter")
  await approach.press("Enter")
  await approach.pressSequentially("a link")
  await approach.press("Shift+Home")
  await tools.getByRole("button", { name: "Link" }).click()
  await page.getByLabel("Link address").fill("javascript:alert(1)")
  await page.getByRole("button", { name: "Set link" }).click()
  await expect(page.getByText("Must be a valid URL")).toBeVisible()
  await page.getByLabel("Link address").fill("/careers")
  await page.getByRole("button", { name: "Set link" }).click()
  const answer = await hold(page, /save_about/)
  await page.keyboard.press("Control+s")
  await expect(page.getByRole("button", { name: "Saving...", exact: true })).toBeVisible()
  answer()
  await toast(page, "Success", "About content has been updated.")
  const [about] = await site.api("/rest/v1/about_content?select=approach_text")
  expect(about.approach_text).toBe(
    '<p>Plain <strong>bold</strong></p><ul><li><p>first</p></li></ul><p><a href="/careers">a link</a></p>',
  )
})

test("what is pasted from Word and Google Docs is stored clean", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/about-text")
  for (const [label, from] of [
    ["Intro text", "word"],
    ["Approach text", "docs"],
  ] as const) {
    await editor(page, label).fill("")
    await copy(page, readFileSync(`e2e/admin/clipboard/${from}.txt`, "utf8"))
    await page.keyboard.press("Control+v")
  }
  const sent = page.waitForRequest(/save_about/)
  await save(page)
  await toast(page, "Success", "About content has been updated.")
  const [about] = await site.api("/rest/v1/about_content?select=intro_text,approach_text")
  expect(about).toEqual({
    intro_text:
      '<h2>Founding Engineer</h2><p>Own the <strong>checkout</strong> of agents, <em>end to end</em>. Read <a href="https://example.com/careers">how we work</a>, R&amp;D included.</p><ul><li><p>Go. Every day</p><ul><li><p>with tests</p></li></ul></li><li><p>Talk to shops</p></li></ul><ol><li><p>Write to us</p></li></ol><p>Soon.</p>',
    approach_text:
      '<h2>Venture Lead</h2><p><strong>Find</strong> the <em>gap</em> on <a href="https://example.com/shelf">the shelf</a></p><ul><li><p>Ask</p><ul><li><p><s>twice</s></p></li></ul></li><li><p>Build</p></li></ul>',
  })
  // The server had nothing to take away.
  expect((await sent).postDataJSON()).toMatchObject(about)
})

/** Puts HTML on the clipboard as another program would: as it is. */
async function copy(page: Page, html: string) {
  await page.evaluate((given) => {
    const put = (event: ClipboardEvent) => {
      event.clipboardData?.setData("text/html", given)
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener("copy", put, { capture: true, once: true })
  }, html)
  await page.keyboard.press("Control+c")
}

test("the team is edited, put in order and kept in that order", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/team")
  await page.getByRole("button", { name: /^Head of Ventures/, expanded: false }).click()
  await page.getByRole("button", { name: "Remove member 4" }).click()
  await page.getByRole("button", { name: "Add member" }).click()
  const fresh = page.getByRole("group", { name: "Member 4" })
  await fresh.getByLabel("Photo URL").fill("not a url")
  await save(page)
  await expect(page.getByText("Name is required")).toBeVisible()
  await expect(page.getByText("Must be a valid URL")).toBeVisible()
  await fresh.getByLabel("Photo URL").fill("")
  await fresh.getByLabel("Name").fill("Asha Rao")
  await page.getByRole("button", { name: "Drag Managing Partner" }).focus()
  await page.keyboard.press("Alt+ArrowDown")
  await save(page)
  await toast(page, "Success", "Team members have been updated.")
  const team = await site.api("/rest/v1/team_members?select=name&order=id")
  expect(team.map(({ name }: { name: string }) => name)).toEqual([
    "Partner, Product",
    "Managing Partner",
    "Partner, Engineering",
    "Asha Rao",
  ])
  await reveal(page, "members.3.position")
  await page.getByRole("group", { name: "Member 4" }).getByLabel("Position").fill("Founder")
  await save(page)
  await toast(page, "Success", "Team members have been updated.")
})

test("contact information and social links", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/contact")
  await page.getByLabel("Email Address").fill("nobody")
  await page.getByRole("button", { name: "Add social link" }).click()
  await save(page)
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible()
  await expect(page.getByText("Platform and URL are required")).toBeVisible()
  await page.getByLabel("Email Address").fill("studio@vitrine.example")
  await page.getByLabel("Platform 4").fill("GitHub")
  await page.getByLabel("URL 4").fill("https://github.example/vitrine")
  await save(page)
  await toast(page, "Success", "Contact information has been updated.")
  const [contact] = await site.api(
    "/rest/v1/contact_info?select=email,description,social_links(platform)",
  )
  expect(contact.email).toBe("studio@vitrine.example")
  expect(contact.social_links.at(-1).platform).toBe("GitHub")
  expect(contact.description).toContain("gap on the shelf")
})

test("the contact page's words, previewed with what visitors see", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin/contact-page")
  await page.getByLabel("Description").fill("Say hello.")
  const preview = page
    .getByRole("region", { name: "Preview" })
    .frameLocator("iframe")
    .locator("main")
  await expect(preview).toContainText("Say hello.")
  await expect(preview).toContainText("studio@vitrine.example")
  await save(page)
  await toast(page, "Success", "Contact information has been updated.")
  const [contact] = await site.api("/rest/v1/contact_info?select=description,social_links(id)")
  expect(contact).toMatchObject({ description: "Say hello." })
  expect(contact.social_links).toHaveLength(4)
})

test("the homepage screen holds its three parts, and a tab keeps what was typed", async ({
  page,
  signIn,
}) => {
  await signIn("admin", "/admin/homepage")
  await expect(page.getByRole("heading", { name: "Homepage Configuration" })).toBeVisible()
  await expect(page.getByRole("tab", { name: "Hero" })).toHaveAttribute("aria-selected", "true")
  await page.getByLabel("Primary button").fill("Kept")
  await page.getByRole("tab", { name: "Portfolio" }).click()
  await expect(
    page.getByRole("heading", { name: "Portfolio Companies", exact: true }),
  ).toBeVisible()
  await expect(page).toHaveURL(/tab=portfolio/)
  await page.getByRole("tab", { name: "Process" }).click()
  await expect(page.getByLabel("Section Title")).toBeVisible()
  await page.getByRole("tab", { name: "Hero" }).click()
  await expect(page.getByLabel("Primary button")).toHaveValue("Kept")
  await page.keyboard.press("Control+s")
  await toast(page, "Success", "Hero content has been updated.")
})
