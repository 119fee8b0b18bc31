import type { Page } from "@playwright/test"
import { everywhere, SIZES } from "./axe"
import { alive, expect, moved, scripted, shifted, shows, test, watchShifts } from "./visitor/test"

const JOB = "/careers/founding-engineer-agentic-checkout"

const PAGES: Record<string, string[]> = {
  "/": [
    "Software is going shopping. We build the stores.",
    "Agentic Commerce",
    "New AI First Marketplaces",
    "From a gap on the shelf to a working company.",
    "Now in the window.",
    "Join Our Team",
  ],
  "/about": ["About Us", "Our Approach", "Why we build in commerce", "Team"],
  "/careers": ["Work worth putting in the window.", "Founding Engineer, Agentic Checkout"],
  [JOB]: ["Founding Engineer, Agentic Checkout", "Responsibilities", "How to apply"],
  "/contact": ["Tell us what is missing."],
  "/nowhere": ["Oops! Page not found"],
}

async function complete(page: Page, headings: string[]) {
  for (const name of headings)
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible()
  const year = new Date().getUTCFullYear()
  await expect(page.getByText(`© ${year} Vitrine. All rights reserved.`)).toBeVisible()
}

test.describe("without motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } })

  for (const [path, headings] of Object.entries(PAGES)) {
    test(`${path} is complete, quiet and accessible`, async ({ page, quiet }) => {
      if (path === "/nowhere") quiet(/404/)
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(path === "/nowhere" ? 404 : 200)
      await alive(page)
      await everywhere(page, path, () => complete(page, headings))
    })
  }
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("every page reads fully", async ({ page, quiet }) => {
    quiet(/404/)
    for (const [path, headings] of Object.entries(PAGES)) {
      await page.goto(path)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await complete(page, headings)
      }
    }
  })

  test("a message is sent and confirmed", async ({ page }) => {
    await page.goto("/contact")
    await page.getByLabel("Name").fill("Asha Rao")
    await page.getByLabel("Email", { exact: true }).fill("asha@example.com")
    await page.getByLabel("Subject").fill("A gap on the shelf")
    await page.getByLabel("Message").fill("1 < 2")
    await page.getByRole("button", { name: "Send message" }).click()
    await expect(page.getByRole("heading", { name: "Message received." })).toBeVisible()
    await shows(page, /^Your message has been received\. Emails are in test mode and go to \S+\.$/)
    await scripted(page, (copy) => everywhere(copy, "a message taken without JavaScript"))
  })

  test("an address without a dot comes back with the rest of the form", async ({ page, quiet }) => {
    quiet(/422/)
    await page.goto("/contact")
    await page.getByLabel("Name").fill("Asha Rao")
    await page.getByLabel("Email", { exact: true }).fill("asha@example")
    await page.getByLabel("Subject").fill("Subject")
    await page.getByLabel("Message").fill("Kept")
    await page.getByRole("button", { name: "Send message" }).click()
    await expect(page.getByText("Please enter a valid email address.")).toBeVisible()
    await expect(page.getByLabel("Message")).toHaveValue("Kept")
    await scripted(page, (copy) => everywhere(copy, "a message returned without JavaScript"))
  })

  test("the newsletter thanks once and knows a subscriber again", async ({ page }) => {
    for (const answer of [
      "Thank you for subscribing to our newsletter!",
      "You're already subscribed to our newsletter!",
    ]) {
      await page.goto("/")
      await page.getByLabel("Email address").fill("plain@example.com")
      await page.getByRole("button", { name: "Subscribe" }).click()
      await shows(page, answer)
    }
    await scripted(page, (copy) => everywhere(copy, "a sign-up taken without JavaScript"))
  })

  test("a sign-up from the page of another site is refused", async ({ page, site, quiet }) => {
    quiet(/403/)
    await page.route("http://elsewhere.example/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${site.url}/newsletter"><input name="email" value="a@example.com"><button>Go</button></form>`,
      }),
    )
    await page.goto("http://elsewhere.example/")
    await page.getByRole("button", { name: "Go" }).click()
    await shows(page, "Subscription service temporarily unavailable. Please try again later.")
    await scripted(page, (copy) => everywhere(copy, "a sign-up refused without JavaScript"))
  })

  test("the menu is there on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/")
    const menu = page.getByRole("navigation", { name: "Main" })
    for (const link of await menu.getByRole("link").all())
      await expect(link).toBeInViewport({ ratio: 1 })
    await menu.getByRole("link", { name: "About Us" }).click()
    await expect(page).toHaveURL("/about")
  })
})

test("a page asks for nothing beyond itself, its styles, script, fonts and pictures", async ({
  page,
}) => {
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await page.goto("/", { waitUntil: "networkidle" })
  const expected = /^\/$|boot-.*\.(js|css)$|-basic-.*\.woff2$|favicon|^\/site\.webmanifest$/
  expect(asked.filter((path) => !expected.test(path))).toEqual([])
  expect(await page.locator('link[rel="manifest"]').getAttribute("href")).toBe("/site.webmanifest")
  const drawing = page.waitForRequest(/backstock-.*\.svg$/)
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
  await drawing
})

test("a page that an extension changed has the drawing above its footer", async ({
  page,
  quiet,
}) => {
  quiet(/#418/)
  await page.goto("/")
  const first = await page.locator(".ft").elementHandle()
  await page.locator("main h1").evaluate((title) => title.replaceWith("changed"))
  await alive(page)
  expect(await first?.evaluate((footer) => footer.isConnected)).toBe(false)
  const drawing = page.waitForRequest(/backstock-.*\.svg$/)
  await page.locator(".ft").scrollIntoViewIfNeeded()
  await drawing
})

test("a text with other letters than English has brings the whole face", async ({ page }) => {
  const [text] = await Promise.all([
    page.waitForResponse(/geist-text-.*\.woff2$/),
    page
      .goto("/")
      .then(() =>
        page.evaluate(
          () => void document.querySelector("main p")?.append("Łódź, Żürich, à propos"),
        ),
      ),
  ])
  expect(text.status()).toBe(200)
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.fonts.check("16px 'Geist Text'", "ü"))).toBe(true)
})

// Over a slow line words stand in a face of the system until ours is there. It takes nearly the same room: half of what counts as good at most.
for (const width of [1280, 390])
  test(`nothing moves while a page loads, and little when its fonts come late, at ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await watchShifts(page)
    const frame = () =>
      page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    for (const path of ["/", "/about", "/careers", "/contact"]) {
      let arrive = () => {}
      const late = new Promise<void>((done) => {
        arrive = done
      })
      await page.route("**/*.woff2", (route) => late.then(() => route.continue()))
      await page.goto(path, { waitUntil: "domcontentloaded" })
      await alive(page)
      await frame()
      expect(await shifted(page), `${path}\n${await moved(page)}`).toBeLessThan(0.001)
      arrive()
      await page.waitForLoadState("networkidle")
      await page.evaluate(() => document.fonts.ready)
      await frame()
      expect(await shifted(page), `${path}\n${await moved(page)}`).toBeLessThan(0.05)
      await page.unroute("**/*.woff2")
    }
  })
