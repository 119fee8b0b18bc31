import type { Page } from "@playwright/test"
import { expect, go, hold, test, toast } from "./admin/test"
import { accessible } from "./axe"

test.describe.configure({ mode: "serial" })

const rows = (page: Page) => page.locator("[data-row] h3")

test("navigation: add, validate, edit, hide, delete", async ({ page, site, signIn }) => {
  await signIn("editor", "/admin/navigation")
  await expect(page.getByRole("heading", { name: "Navigation Menu Editor" })).toBeVisible()
  await expect(page.getByText("Manage the top navigation links of your website.")).toBeVisible()
  await page.getByRole("button", { name: "Add Navigation Link" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByRole("checkbox", { name: "Open in New Window" })).toHaveCount(0)
  await dialog.getByRole("button", { name: "Add Link" }).click()
  await toast(page, "Validation Error", "Name and path are required")
  await dialog.getByLabel("Link Text").fill("Press")
  await dialog.getByLabel("Link Path").fill("press.example")
  await dialog.getByRole("button", { name: "Add Link" }).click()
  await toast(page, "Validation Error", "Must be a valid URL")
  await dialog.getByLabel("Link Path").fill("https://press.example")
  await expect(dialog.getByRole("checkbox", { name: "External Link" })).toBeChecked()
  await expect(dialog.getByRole("checkbox", { name: "Open in New Window" })).toBeChecked()
  await dialog.getByRole("button", { name: "Add Link" }).click()
  await toast(page, "Success", "Navigation link created successfully")
  await expect(rows(page).last()).toHaveText("Press")
  const menu = page
    .getByRole("region", { name: "Preview" })
    .frameLocator("iframe")
    .locator(".hd nav")
  await expect(menu.getByRole("link", { name: "Press" }).locator("svg")).toBeVisible()
  await page.getByRole("button", { name: "Edit Press" }).click()
  await dialog.getByLabel("Link Text").fill("Press kit")
  await dialog.getByRole("button", { name: "Update Link" }).click()
  await toast(page, "Success", "Navigation link updated successfully")
  await page.getByRole("switch", { name: "Visible: Press kit" }).click()
  await toast(page, "Success", "Navigation link updated successfully")
  await expect(menu).not.toContainText("Press kit")
  const shown = await site.api("/rest/v1/navigation_links?select=name&order=order")
  expect(shown.map(({ name }: { name: string }) => name)).not.toContain("Press kit")
  page.once("dialog", async (ask) => {
    expect(ask.message()).toBe("Are you sure you want to delete this navigation link?\n\nPress kit")
    await ask.accept()
  })
  await page.getByRole("button", { name: "Delete Press kit" }).click()
  await expect(page.getByRole("button", { name: "Delete Contact" })).toBeFocused()
  await toast(page, "Success", "Navigation link deleted successfully")
})

test("footer: general information with its social links", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/footer")
  const visit = page.getByRole("main").getByRole("link", { name: /^View site/ })
  await expect(visit).toHaveAttribute("href", "/")
  await page.getByRole("button", { name: "Use another one here: Email Address" }).click()
  await expect(page.getByLabel("Email Address", { exact: true })).toBeFocused()
  await page.getByLabel("Email Address", { exact: true }).fill("wrong")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible()
  await page.getByLabel("Email Address", { exact: true }).fill("footer@vitrine.example")
  await page.getByRole("textbox", { name: "Company Description" }).fill("What we are.")
  await page.getByRole("button", { name: "Use another one here: Social links" }).click()
  await page.getByRole("button", { name: "Remove social link 3" }).click()
  const answer = await hold(page, /footer_content/)
  await page.getByRole("button", { name: "Save Changes" }).click()
  await expect(page.getByRole("button", { name: "Saving...", exact: true })).toBeVisible()
  answer()
  await toast(page, "Success", "Footer content has been updated.")
  const [footer] = await site.api(
    "/rest/v1/footer_content?select=email,company_description,social_links",
  )
  expect(footer).toMatchObject({
    email: "footer@vitrine.example",
    company_description: "<p>What we are.</p>",
  })
  expect(footer.social_links).toHaveLength(2)
})

test("footer: what it follows is edited in Contact, and shows in every footer", async ({
  page,
  site,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("admin", "/admin/footer")
  const preview = page.frameLocator('iframe[title^="Preview of"]')
  await expect(preview.locator(".soc a")).toHaveCount(2)
  await page.getByRole("button", { name: "Follow Contact: Social links" }).click()
  await expect(preview.locator(".soc a")).toHaveCount(3)
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Success", "Footer content has been updated.")
  await expect(page.getByText(/^Follows Contact: LinkedIn, X, Instagram$/)).toBeVisible()
  await accessible(page, "a footer that follows Contact")

  await go(page, "/admin/contact")
  await page.getByLabel("Location").fill("Porto, Portugal")
  await expect(preview.locator(".ft-about")).toContainText("Porto, Portugal")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Success", "Contact information has been updated.")

  await go(page, "/admin/footer")
  await expect(page.getByText("Follows Contact: Porto, Portugal")).toBeVisible()
  await preview.locator(".ft-about [data-field='contact//location']").click()
  await expect(page.getByText("This is part of Contact information.")).toBeVisible()
  await page.getByRole("link", { name: "Edit it there" }).click()
  await expect(page).toHaveURL(/\/admin\/contact$/)
  await expect(page.getByLabel("Location")).toBeFocused()
  const home = await (await fetch(site.url)).text()
  expect(home).toContain("Porto, Portugal")
})

test("footer: links in sections, old and new", async ({ page, signIn, expects }) => {
  // Asked for a visitor, /privacy and /terms are not there.
  expects(/404/)
  await signIn("admin", "/admin/footer?tab=links")
  await page.getByRole("button", { name: "Add Link" }).click()
  const dialog = page.getByRole("dialog", { name: "Add Footer Link" })
  await dialog.getByRole("button", { name: "Add Link" }).click()
  // A toast below the pointer stays.
  await page.locator("[data-toasts] li").hover()
  await accessible(page, "a link with mistakes, and a toast")
  await toast(page, "Validation Error", "Name, path, and section are required")
  const choice = dialog.getByLabel("Section")
  await expect(choice.getByRole("option").last()).toHaveText("+ Create New Section")
  await choice.selectOption("Resources")
  await dialog.getByLabel("Link Text").fill("Privacy")
  await dialog.getByLabel("Link Path").fill("/privacy")
  await dialog.getByRole("switch", { name: "Visible" }).click()
  await dialog.getByRole("button", { name: "Add Link" }).click()
  await toast(page, "Success", "Footer link created successfully")
  await expect(page.getByText("2 links, 1 hidden")).toBeVisible()
  await page.getByRole("button", { name: "Move Privacy up" }).click()
  await toast(page, "Success", "Footer links reordered successfully")
  await page.getByRole("button", { name: "New Section" }).click()
  const section = page.getByRole("dialog", { name: "Create New Section" })
  await expect(section.getByLabel("Section")).toHaveAttribute("placeholder", "Company")
  await section.getByLabel("Section").fill("Legal")
  await section.getByLabel("Link Text").fill("Terms")
  await section.getByLabel("Link Path").fill("/terms")
  await section.getByRole("button", { name: "Add Link" }).click()
  await toast(page, "Success", "Footer link created successfully")
  await expect(page.getByRole("heading", { name: "Legal", exact: true }).first()).toBeVisible()
  await page.getByRole("button", { name: "Edit Terms" }).click()
  await page
    .getByRole("dialog", { name: "Edit Footer Link" })
    .getByLabel("Link Text")
    .fill("Terms of use")
  await page.getByLabel("Section").fill("Resources")
  await page.getByRole("button", { name: "Update Link" }).click()
  await toast(page, "Success", "Footer link updated successfully")
  // In its new section it comes last.
  const resources = page.getByRole("region", { name: "Resources" }).locator("[data-row] h3")
  await expect(resources.last()).toHaveText("Terms of use")
})

test("what is changed in the menu, the footer and the portfolio, visitors see", async ({
  context,
  page,
  signIn,
  expects,
}) => {
  expects(/404/)
  const visitor = await context.newPage()
  await visitor.goto("/")
  const places = [
    visitor.getByRole("banner").getByRole("link", { name: "Careers", exact: true }),
    visitor.getByRole("contentinfo").getByRole("link", { name: "About Us", exact: true }),
    visitor.getByRole("main").getByRole("heading", { name: "Parchi" }),
  ]
  for (const place of places) await expect(place).toBeVisible()
  await expect(visitor.getByRole("contentinfo")).toContainText("footer@vitrine.example")
  await signIn("editor", "/admin/navigation")
  await page.getByRole("switch", { name: "Visible: Careers" }).click()
  await toast(page, "Success", "Navigation link updated successfully")
  await go(page, "/admin/footer?tab=links")
  await page.getByRole("switch", { name: "Visible: About Us" }).click()
  await toast(page, "Success", "Footer link updated successfully")
  await go(page, "/admin/portfolio")
  await page.getByRole("switch", { name: "Active: Parchi" }).click()
  await toast(page, "Success", "Company updated successfully")
  // A database that is slow to answer has the page before it shown meanwhile.
  await expect(async () => {
    await visitor.reload()
    for (const place of places) expect(await place.count()).toBe(0)
  }).toPass()
  await expect(visitor.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible()
})

const nowhere = "No page of this site has this address: visitors would find nothing there."

test("a path is understood without its slash, and one that leads nowhere is saved with a warning", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/404/)
  await signIn("editor", "/admin/navigation")
  const dialog = page.getByRole("dialog")
  const path = dialog.getByLabel("Link Path")
  const add = async (name: string, typed: string, warned: boolean) => {
    await page.getByRole("button", { name: "Add Navigation Link" }).click()
    await dialog.getByLabel("Link Text").fill(name)
    await path.fill("/nowhere")
    await expect(dialog.getByText(nowhere)).toBeVisible()
    await path.fill(typed)
    await expect(dialog.getByText(nowhere)).toHaveCount(warned ? 1 : 0)
    if (warned) await accessible(page, "a link that leads nowhere")
    await dialog.getByRole("button", { name: "Add Link" }).click()
    await toast(page, "Success", "Navigation link created successfully")
    const row = page.locator("[data-row]").filter({ has: page.getByText(name, { exact: true }) })
    await expect(row.getByText(nowhere)).toHaveCount(warned ? 1 : 0)
    const [{ path: stored, external }] = await site.api(
      `/rest/v1/navigation_links?name=eq.${name}&select=path,external`,
    )
    return [stored, external]
  }
  expect(await add("Slashless", "about", false)).toEqual(["/about", false])
  expect(await add("Anchor", "#process", false)).toEqual(["/#process", false])
  expect(await add("Feed", "/feed.xml", false)).toEqual(["/feed.xml", false])
  expect(await add("Lost", "abuot", true)).toEqual(["/abuot", false])
  expect(await add("Away", "https://away.example/x", false)).toEqual([
    "https://away.example/x",
    true,
  ])
  // A job is a page too, until it is gone.
  const [{ slug }] = await site.api("/rest/v1/job_listings?select=slug&limit=1")
  expect(await add("Job", `careers/${slug}`, false)).toEqual([`/careers/${slug}`, false])
})

test("an imprint that search engines leave out and a redirect are no dead links, also once they come", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/404/)
  const send = (path: string, row: object) =>
    site.api(`/rest/v1/${path}`, { method: "POST", as: "admin", body: JSON.stringify(row) })
  await send("rpc/save_page", { title: "Imprint", slug: "imprint", body: "<p>Who we are.</p>" })
  await send("page_heads", { path: "/imprint", noindex: true })
  await send("redirects", { from_path: "/old-about", to_path: "/about" })
  const map = await (await fetch(`${site.url}/sitemap.xml`)).text()
  expect(map).not.toMatch(/imprint|old-about/)
  await signIn("editor", "/admin/footer?tab=links")
  await page.getByRole("button", { name: "Add Link" }).click()
  const dialog = page.getByRole("dialog", { name: "Add Footer Link" })
  const path = dialog.getByLabel("Link Path")
  for (const [typed, isThere] of [
    ["/imprint", true],
    ["/old-about", true],
    ["/old-press", false],
  ] as const) {
    const answer = page.waitForResponse(
      (one) => one.request().method() === "HEAD" && one.url() === site.url + typed,
    )
    await path.fill(typed)
    await answer
    await expect(dialog.getByText(nowhere)).toHaveCount(isThere ? 0 : 1)
  }
  await dialog.getByLabel("Section").selectOption("Resources")
  await dialog.getByLabel("Link Text").fill("Old press")
  await dialog.getByRole("button", { name: "Add Link" }).click()
  await toast(page, "Success", "Footer link created successfully")
  const row = page.locator("[data-row]").filter({ hasText: "Old press" })
  await expect(row.getByText(nowhere)).toBeVisible()
  // Somebody sees to it meanwhile.
  await send("redirects", { from_path: "/old-press", to_path: "/imprint" })
  await expect(row.getByText(nowhere)).toHaveCount(0)
  page.once("dialog", (ask) => void ask.accept())
  await page.getByRole("button", { name: "Delete Old press" }).click()
  await toast(page, "Success", "Footer link deleted successfully")
})

test("footer: links are deleted down to the empty list", async ({ page, signIn, expects }) => {
  expects(/404/)
  await signIn("admin", "/admin/footer?tab=links")
  await expect(rows(page)).toHaveCount(6)
  page.on("dialog", async (ask) => {
    expect(ask.message()).toMatch(/^Are you sure you want to delete this footer link\?\n\n\w/)
    await ask.accept()
  })
  for (let left = 6; left > 0; left--) {
    await page
      .getByRole("button", { name: /^Delete / })
      .first()
      .click()
    await toast(page, "Success", "Footer link deleted successfully")
    await expect(rows(page)).toHaveCount(left - 1)
  }
  await expect(page.getByText("No footer links yet. Add some!")).toBeVisible()
  await accessible(page, "no footer links")
})

// What is cut off at the right edge: code scrolls, a short form ends in dots, and the head of a table is only read out.
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main *, [role=dialog] *")]
      .filter((one) => !one.closest("pre, thead, .truncate, .sr-only"))
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .map(({ tagName, className }) => `${tagName} ${className}`),
  )

// How far the button that closes a dialog is from its upper edge.
const belowTop = (page: Page) =>
  page.evaluate(() => {
    const top = (what: string) => document.querySelector(what)?.getBoundingClientRect().top ?? NaN
    return top("[role=dialog] [aria-label=Close]") - top("[role=dialog]")
  })

const holds = (page: Page, text: string) =>
  page.waitForFunction((wanted) => {
    const fields = [...document.querySelectorAll("textarea")].map(({ value }) => value)
    return [document.body.innerText, ...fields].some((one) => one.includes(wanted))
  }, text)

test("a very long word widens no screen and no dialog", async ({ page, site, signIn, expects }) => {
  expects(/404/)
  const word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".repeat(2)
  const send = (path: string, row: object, method = "POST") =>
    site.api(`/rest/v1/${path}`, { method, as: "admin", body: JSON.stringify(row) })
  const about = `<p>${word}</p><pre><code>${word}</code></pre>`
  await send("rpc/save_job", { title: word, location: word, about, responsibilities: [word] })
  const link = { name: word.slice(0, 90), path: `/${word}`, order: 9 }
  await send("navigation_links", link)
  await send("footer_links", { ...link, section: word.slice(0, 80) })
  const description = `See https://example.com/${word}`
  await send("process_steps", { title: "Long", description, icon: "Code", step_order: 9 })
  await send("contact_info?id=gt.0", { description }, "PATCH")
  const logo = { logo_url: "/placeholder-logo.svg", website_url: "https://example.com" }
  await send("portfolio_companies", { name: "Long", description, ...logo })
  const email = `${word.slice(0, 20)}@example.com`
  await send("contact_form_submissions", { name: word, email, subject: word, message: word })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn("admin", "/admin/careers")
  for (const [path, ...steps] of [
    [""],
    ["/navigation"],
    ["/footer?tab=links"],
    ["/process"],
    ["/contact-page"],
    ["/portfolio", "Edit Long"],
    ["/messages", "View full message"],
    ["/careers", `Edit ${word}`, "Preview"],
  ]) {
    await page.goto(`/admin${path}`)
    for (const step of ["", ...steps]) {
      if (step) {
        await page.getByRole("button", { name: step }).first().click()
        await expect(page.getByRole("dialog")).toBeVisible()
      }
      await holds(page, word.slice(0, 50))
      await expect(page.locator(".rich:not(:has([role=textbox]))")).toHaveCount(0)
      await expect.poll(() => cutOff(page), `${path} ${step}`).toEqual([])
      if (step) await expect.poll(() => belowTop(page), step).toBeLessThan(20)
    }
  }
})
