import type { Page } from "@playwright/test"
import { PEOPLE, Site } from "./admin/site"
import { accessible, everywhere } from "./axe"
import { TEXTS } from "./visitor/marks"
import { alive, expect, openHeld, shows, test, ticking } from "./visitor/test"

const TITLE = "Machine Learning Engineer, Catalogue"

test("the header turns translucent past 10px, the hint leaves past 100px", async ({ page }) => {
  await page.goto("/")
  const hint = page.getByRole("button", { name: "Scroll down" })
  const top = page.getByRole("button", { name: "Back to top" })
  const blur = () =>
    page.locator(".hd").evaluate((header) => getComputedStyle(header).backdropFilter)
  await expect(hint).toBeVisible()
  expect(await blur()).toBe("none")
  await page.evaluate(() => scrollTo(0, 11))
  await expect.poll(blur).toContain("blur")
  await expect(hint).toBeVisible()
  await page.evaluate(() => scrollTo(0, 101))
  await expect(hint).toBeHidden()
  await expect(top).toBeHidden()
  await page.evaluate(() => scrollTo(0, 700))
  await expect(top).toBeVisible()
  await page.emulateMedia({ media: "print" })
  await expect(top).toBeHidden()
  await expect(page.locator(".hd")).toHaveCSS("position", "static")
  await page.emulateMedia({ media: "screen" })
  await top.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole("link", { name: "Vitrine, home" }).first()).toBeFocused()
  await expect(hint).toBeVisible()
  // A page that does not scroll, as one that opens in place may be.
  await page.locator("main").evaluate((main) => {
    main.style.display = "none"
  })
  await expect(hint).toBeHidden()
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test("the menu opens, closes on Escape and on the way to a page", async ({ page }) => {
    await page.goto("/about")
    const button = page.getByRole("button", { name: "Menu" })
    const menu = page.getByRole("dialog", { name: "Menu" })
    await button.click()
    await expect(menu).toBeVisible()
    await expect(menu.getByText("hello@vitrine.example")).toBeVisible()
    await accessible(page, "the open menu")
    await page.keyboard.press("Escape")
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute("aria-expanded", "false")
    await button.click()
    await menu.getByRole("link", { name: "Careers" }).click()
    await expect(page).toHaveURL("/careers")
    await expect(menu).toBeHidden()
  })

  test("no word is too long, wherever an editor puts it", async ({ page }) => {
    const site = await Site.open({}, { editor: PEOPLE.editor })
    const word = "abcdefghij".repeat(12)
    for (const [table, columns] of Object.entries(TEXTS)) {
      await site.api(`/rest/v1/${table}?id=gt.0`, {
        as: "editor",
        method: "PATCH",
        body: JSON.stringify(Object.fromEntries(columns.split(" ").map((name) => [name, word]))),
      })
    }
    const paths = ["/", "/about", "/careers", "/careers/machine-learning-engineer-catalogue"]
    for (const path of [...paths, "/contact"]) {
      await page.goto(site.url + path)
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(wide, path).toBeLessThanOrEqual(0)
    }
    await page.getByRole("button", { name: "Menu" }).click()
    const menu = page.getByRole("dialog", { name: "Menu" })
    await expect.poll(() => menu.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    await page.close()
    await site.close()
  })
})

test("a job opens in place; Back, Forward and the link return", async ({ page }) => {
  await page.goto("/careers")
  await alive(page)
  await page.evaluate(() => {
    ;(window as unknown as { same: boolean }).same = true
    scrollTo(0, 300)
  })
  const row = page.getByRole("link", { name: TITLE })
  await row.hover()
  const depth = await page.evaluate(() => scrollY)
  expect(depth).toBeGreaterThan(0)
  await row.click()
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeFocused()
  await expect(page).toHaveURL("/careers/machine-learning-engineer-catalogue")
  await expect(page).toHaveTitle(`${TITLE} | Vitrine`)
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute("href", /\/machine-learning-engineer-catalogue$/)
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(2)
  await page.goBack()
  await expect(row).toBeFocused()
  await expect(page).toHaveTitle("Careers | Vitrine")
  await expect(canonical).toHaveAttribute("href", /\/careers$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(depth)
  await page.goForward()
  await page.getByRole("link", { name: "Back to all jobs" }).click()
  await expect(row).toBeFocused()
  expect(await page.evaluate(() => "same" in window)).toBe(true)
})

test("a job opened by its address leads back to the list", async ({ page }) => {
  await page.goto("/careers/machine-learning-engineer-catalogue")
  await page.getByRole("link", { name: "Back to all jobs" }).click()
  await expect(page).toHaveURL("/careers")
  await expect(page.getByText("And 3 more...")).toBeVisible()
})

async function write(page: Page, { name = "Asha", subject = "Subject", message = "Kept" }) {
  await page.getByLabel("Name").fill(name)
  await page.getByLabel("Email", { exact: true }).fill("asha@example.com")
  await page.getByLabel("Subject").fill(subject)
  await page.getByLabel("Message").fill(message)
  await page.getByRole("button", { name: "Send message" }).click()
}

test("without a mail server a visitor reads that the message was received, and of no test mode", async ({
  page,
}) => {
  const site = await Site.open()
  try {
    await page.goto(`${site.url}/contact`)
    await write(page, { name: "Asha Rao", subject: "R&D", message: "1 < 2" })
    await expect(page.getByText("Your message has been received.", { exact: true })).toBeVisible()
  } finally {
    await page.close()
    await site.close()
  }
})

test("a message is checked, sent and confirmed for ten seconds", async ({ page, site }) => {
  await openHeld(page, "/contact")
  await page.getByRole("button", { name: "Send message" }).click()
  await expect(page.getByText("Please enter your name.")).toBeVisible()
  await expect(page.getByLabel("Name")).toBeFocused()
  await ticking(page, everywhere(page, "an incomplete message"))
  await write(page, { name: "Asha <b>Rao</b>", subject: "R&D", message: "1 < 2" })
  const sent = page.getByRole("heading", { name: "Message received." })
  await expect(sent).toBeVisible()
  await expect(
    page.getByText("Your message has been received. Emails are in test mode"),
  ).toBeVisible()
  await ticking(page, everywhere(page, "a message sent"))
  await page.clock.fastForward(9_000)
  await expect(sent).toBeVisible()
  await page.clock.fastForward(1_000)
  await expect(page.getByLabel("Name")).toHaveValue("")
  const [message] = await site.api(
    "/rest/v1/contact_form_submissions?order=id.desc&limit=1&select=name,subject,message",
    { as: "editor" },
  )
  expect(message).toEqual({ name: "Asha Rao", subject: "R&D", message: "1 < 2" })
})

test("a message that cannot be stored stays in the form", async ({ page, quiet }) => {
  quiet(/503/)
  await openHeld(page, "/contact")
  const answer = await held(page, "contact_form_submissions", 503, "53300")
  await write(page, {})
  await expect(page.getByRole("button", { name: "Sending..." })).toBeVisible()
  await ticking(page, everywhere(page, "a message on its way"))
  answer()
  await shows(page.getByRole("alert"), "Failed to submit your message. Please try again later.")
  await expect(page.getByLabel("Message")).toHaveValue("Kept")
  await ticking(page, everywhere(page, "a message not stored"))
})

test("the newsletter answers each case in its words", async ({ page, quiet }) => {
  quiet(/401/)
  await openHeld(page, "/contact")
  const field = page.getByLabel("Email address")
  const subscribe = page.getByRole("button", { name: "Subscribe" })
  const answer = page.locator("#newsletter-answer")
  await field.fill("reader@")
  await subscribe.click()
  await expect(page.getByRole("alert")).toContainText("Invalid email")
  await shows(answer, "Please enter a valid email address.")
  await ticking(page, everywhere(page, "an address that is none"))
  for (const [text, what] of [
    ["Thank you for subscribing to our newsletter!", "a sign-up"],
    ["This email is already subscribed to our newsletter.", "a second sign-up"],
  ] as const) {
    await field.fill("reader@example.com")
    await subscribe.click()
    await shows(answer, text)
    await ticking(page, everywhere(page, what))
    await page.clock.fastForward(2_000)
    await expect(page.getByRole("button", { name: "Subscribed" })).toBeVisible()
    await page.clock.fastForward(1_000)
    await expect(subscribe).toHaveText("Subscribe")
  }
  // The server itself lets every visitor subscribe.
  const refuse = await held(page, "newsletter_subscriptions", 401, "42501")
  await field.fill("refused@example.com")
  await subscribe.click()
  await expect(page.getByRole("button", { name: "Subscribing" })).toBeVisible()
  await ticking(page, everywhere(page, "a sign-up on its way"))
  refuse()
  await shows(
    answer,
    "Our subscription service is temporarily unavailable. Please try again later.",
  )
  await ticking(page, everywhere(page, "a sign-up refused"))
})

/** Answers writes to a table with an error, once the test says so. */
async function held(page: Page, table: string, status: number, code: string) {
  let answer = () => {}
  const told = new Promise<void>((next) => {
    answer = next
  })
  await page.route(`**/rest/v1/${table}`, async (route) => {
    await told
    await route.fulfill({ status, json: { code } })
  })
  return answer
}

test("a form sent before React is there is not lost", async ({ page }) => {
  await page.goto("/", { waitUntil: "commit" })
  await page.locator("#newsletter-email").evaluate((field: HTMLInputElement) => {
    field.value = "early@example.com"
    field.form?.requestSubmit()
  })
  await expect(page.getByText("Thank you for subscribing to our newsletter!")).toBeVisible()
})

test("an edit is on the page at once", async ({ page, site }) => {
  const [hero] = await site.api("/rest/v1/hero_content?select=id,title")
  const edit = (title: string) =>
    site.api(`/rest/v1/hero_content?id=eq.${hero.id}`, {
      as: "editor",
      method: "PATCH",
      body: JSON.stringify({ title }),
    })
  await edit("Version 2.5 is open. Come in.")
  await page.goto("/")
  const title = page.getByRole("heading", { level: 1 })
  await expect(title).toHaveText("Version 2.5 is open. Come in.")
  await expect(title.locator(".ln")).toHaveCount(2)
  await edit(hero.title)
})

test("companies stand in columns, a lone one in the middle; what is taken away is gone", async ({
  page,
}) => {
  const site = await Site.open({}, { editor: PEOPLE.editor })
  const change = (method: string, path: string, body?: object) =>
    site.api(`/rest/v1/${path}`, { as: "editor", method, body: JSON.stringify(body) })
  const company = page.locator(".folio .co")
  const places = () =>
    company.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size)
  await page.goto(site.url)
  await expect(company).toHaveCount(3)
  for (const [width, columns] of [
    [1440, 3],
    [900, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(places, `columns at ${width}`).toBe(columns)
  }
  await change("DELETE", "portfolio_companies?display_order=gt.0")
  await page.reload()
  await expect(page.locator(".folio.one .co")).toHaveCount(1)
  await everywhere(page, "a lone company", async () => {
    const { left, right } = await company.evaluate((one) => one.getBoundingClientRect())
    const width = page.viewportSize()?.width ?? 0
    expect(Math.abs(left + right - width), "off the middle").toBeLessThan(2)
  })
  await change("PATCH", "homepage_sections?section_name=eq.portfolio_companies", {
    is_visible: false,
  })
  await page.reload()
  await expect(page.getByRole("heading", { name: "Now in the window." })).toHaveCount(0)
  await everywhere(page, "a hidden portfolio")
  await change("DELETE", "job_listings?id=gt.0")
  await page.goto(`${site.url}/careers`)
  await expect(page.getByRole("heading", { name: "Every place is taken for now." })).toBeVisible()
  await shows(
    page,
    "No open roles today. Subscribe below and we will write when the next one opens.",
  )
  await expect(page.locator("main .jobs")).toHaveText(
    "Every place is taken for now.No open roles today. Subscribe below and we will write when the next one opens.",
  )
  await everywhere(page, "no open roles")
  await page.close()
  await site.close()
})
