import type { Page } from "@playwright/test"
import { PEOPLE, Site } from "./admin/site"
import { BareBrowser } from "./visitor/bare-browser"
import { alive, expect, shows, test } from "./visitor/test"

/** Opens the homepage in a tab that tells which pages it makes ready. */
async function atHome(browser: BareBrowser, url: string) {
  await browser.tab()
  await expect.poll(() => browser.pages().length).toBe(1)
  const [first = ""] = browser.pages()
  const told = async (expression: string, session = first) =>
    (await browser.send("Runtime.evaluate", { expression, returnByValue: true }, session)).result
      .value
  await browser.send("Preload.enable", {}, first)
  await browser.send("Page.navigate", { url: `${url}/` }, first)
  await expect.poll(() => told("document.readyState")).toBe("complete")
  return { first, told }
}

/** A site with a link to a part of another page in its header, which does not open in place. */
const partly = test.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
    async ({}, use) => {
      const site = await Site.open({}, { editor: PEOPLE.editor })
      await site.api("/rest/v1/navigation_links?path=eq./about", {
        as: "editor",
        method: "PATCH",
        body: JSON.stringify({ path: "/about#main" }),
      })
      await use(site)
      await site.close()
    },
    { scope: "worker" },
  ],
})

partly(
  "what does not open in place is made ready when a visitor is about to ask for it, and shown at once",
  async ({ site, launchOptions }) => {
    const browser = new BareBrowser(launchOptions.executablePath ?? "chromium")
    try {
      const { first, told } = await atHome(browser, site.url)
      const link = `document.querySelector(".hd .nav a[href='/about#main']").getBoundingClientRect()`
      const { x, y } = JSON.parse(
        await told(
          `(({x, y, width, height}) => JSON.stringify({x: x + width / 2, y: y + height / 2}))(${link})`,
        ),
      )
      const mouse = (type: string, more = {}) =>
        browser.send("Input.dispatchMouseEvent", { type, x, y, ...more }, first)
      await mouse("mouseMoved")
      const statuses = () =>
        browser.said("Preload.prerenderStatusUpdated").map(({ status }) => status)
      await expect.poll(statuses).toContain("Ready")
      const press = { button: "left", clickCount: 1 }
      await mouse("mousePressed", press)
      void mouse("mouseReleased", press).catch(() => {})
      const [, second = ""] = browser.pages()
      const activated = `performance.getEntriesByType("navigation")[0].activationStart`
      await expect.poll(() => told(activated, second)).toBeGreaterThan(0)
      expect(await told("document.prerendering", second)).toBe(false)
      expect(await told("document.querySelector('h1').checkVisibility()", second)).toBe(true)
    } finally {
      await browser.close()
    }
  },
)

partly(
  "a link to a part of another page is made ready as soon as it has the focus or the pointer",
  async ({ site, page, launchOptions }) => {
    const browser = new BareBrowser(launchOptions.executablePath ?? "chromium")
    try {
      const { first, told } = await atHome(browser, site.url)
      const made = () => browser.said("Preload.prerenderStatusUpdated")
      expect(made()).toEqual([])
      const key = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 }
      const isAtLink = `document.activeElement.matches("a[href='/about#main']")`
      while (!(await told(isAtLink)))
        await browser.send("Input.dispatchKeyEvent", { type: "keyDown", ...key }, first)
      await expect.poll(() => made().some(({ status }) => status === "Ready")).toBe(true)
    } finally {
      await browser.close()
    }
    // How long a browser waits by itself, 200 ms in Chrome, is as long as people take to press.
    const { prerender } = await (await page.request.get("/speculation-rules.json")).json()
    const rules: { eagerness: string; where: object }[] = prerender
    const atOnce = rules.find(({ eagerness }) => eagerness === "immediate")
    expect(JSON.stringify(atOnce?.where)).toContain("a:is(:hover, :focus-visible)")
  },
)

test("Back takes every page from the browser's memory", async ({ site, page }) => {
  await page.goto("/careers")
  const job = await page.locator(".job a").first().getAttribute("href")
  const browser = new BareBrowser(process.env.CHROMIUM ?? "/usr/bin/chromium") // without its window it keeps none
  try {
    const { first, told } = await atHome(browser, site.url)
    const open = async (path: string) => {
      await browser.send("Page.navigate", { url: site.url + path }, first)
      await expect
        .poll(() => told("location.pathname + document.readyState"))
        .toBe(`${path}complete`)
    }
    for (const path of ["/", "/about", "/careers", "/contact", `${job}`, `${job}/apply`]) {
      await open(path)
      await told("window.isKept = true")
      await open("/letters")
      await told("history.back()")
      await expect
        .poll(() => told("location.pathname + document.readyState"))
        .toBe(`${path}complete`)
      const { isKept, reasons } = await told(`({
        isKept: window.isKept === true,
        reasons: performance.getEntriesByType("navigation")[0].notRestoredReasons?.reasons.map(({ reason }) => reason),
      })`)
      expect(isKept, `${path}: ${reasons}`).toBe(true)
    }
  } finally {
    await browser.close()
  }
})

test("a page is fetched when a visitor is about to ask for it, and opens in place", async ({
  page,
}) => {
  await page.goto("/")
  await page.evaluate(() => Object.assign(window, { same: true }))
  for (const [from, to] of [
    [page.locator(".hd .nav a[href='/about']"), "/about"],
    [page.locator(".hd .brand"), "/"],
    [page.locator(".hd .nav a[href='/careers']"), "/careers"],
    [page.locator("footer a[href='/contact']").first(), "/contact"],
  ] as const) {
    const fetched = page.waitForRequest(
      (request) => request.resourceType() === "fetch" && new URL(request.url()).pathname === to,
    )
    await from.hover()
    await fetched
    await from.click()
    await expect(page).toHaveURL(to)
    await expect(page.locator("h1")).toBeFocused()
    await expect(page.locator(".hd .nav a[aria-current]")).toHaveAttribute("href", to)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  expect(await page.evaluate(() => "same" in window)).toBe(true)
})

test("Back and Forward in place show pages as they were left, with what was typed and said", async ({
  page,
}) => {
  await page.goto("/contact")
  await alive(page)
  await page.getByLabel("Message").fill("Half a sente")
  await page.evaluate(() => scrollTo(0, 120))
  await page.locator(".hd .nav a[href='/about']").click()
  await expect(page).toHaveURL("/about")
  await expect(page.locator("html[data-ready]")).toHaveCount(0)
  await alive(page)
  await page.goBack()
  await expect(page.getByLabel("Message")).toHaveValue("Half a sente")
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120)
  await expect(page.locator("html[data-ready]")).toHaveCount(1)
  // The page is alive still.
  await page.getByRole("button", { name: "Send message" }).click()
  await shows(page, "Please enter your name.")
  await page.goForward()
  await expect(page).toHaveTitle(/^About/)
  await page.reload()
  await page.goBack()
  await expect(page).toHaveTitle(/^Contact/)
  await expect(page.getByLabel("Message")).toBeVisible()
})

/** What only the styles below the first view say. */
const showsFooter = (page: Page, display: string) =>
  expect(page.locator(".ft-bot")).toHaveCSS("display", display)

/** The address is there before the page. */
const isShown = (page: Page, path: string) =>
  expect(page.locator(".hd .nav a[aria-current]")).toHaveAttribute("href", path)

test("pages in place have their styles, also where the browser cannot move those", async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (sessionStorage.old) Reflect.deleteProperty(Element.prototype, "moveBefore")
  })
  for (const old of ["", "yes"]) {
    await page.goto("/")
    await page.evaluate((old) => sessionStorage.setItem("old", old), old)
    await page.reload()
    await showsFooter(page, "flex")
    for (const path of ["/about", "/careers", "/contact"]) {
      const link = page.locator(`.hd .nav a[href='${path}']`)
      await link.hover()
      // In time for the press.
      await expect(page.locator("head > link[rel='stylesheet']")).toHaveCount(1)
      await link.click()
      await isShown(page, path)
      await showsFooter(page, "flex")
    }
    await page.goBack()
    await isShown(page, "/careers")
    await showsFooter(page, "flex")
  }
})

test("a page whose styles did not come is followed by one that has them", async ({
  page,
  quiet,
}) => {
  quiet(/ERR_FAILED/)
  const css = "**/assets/**/boot-*.css"
  await page.route(css, (route) => route.abort())
  await page.goto("/")
  await showsFooter(page, "block")
  await page.unroute(css)
  await page.locator(".hd .nav a[href='/about']").click()
  await isShown(page, "/about")
  await showsFooter(page, "flex")
})

for (const width of [1440, 800, 390]) {
  test(`${width} px wide, nothing moves when the drawings of a page follow its words`, async ({
    page,
    quiet,
  }) => {
    quiet(/404/)
    await page.setViewportSize({ width, height: 900 })
    await page.goto("/careers")
    const job = (await page.locator(".job a").first().getAttribute("href")) as string
    for (const path of ["/", "/about", "/careers", "/contact", job, `${job}/apply`, "/nowhere"]) {
      await page.goto(path)
      const moved = await page.evaluate(() => {
        const all = [...document.querySelectorAll("#root :not(svg *)")]
        const places = () =>
          all.map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect()
            return [one.className, x, y, width, height].map(String).join(" ")
          })
        const whole = places()
        document.documentElement.dataset.arriving = "words"
        // What is out of view has no size then; this is about the drawings.
        const near = new CSSStyleSheet()
        near.replaceSync("main > *, .job, .ft { content-visibility: visible !important }")
        document.adoptedStyleSheets = [near]
        return places().filter((place, i) => place !== whole[i])
      })
      expect(moved, path).toEqual([])
    }
  })
}

test("the words of a page are there without its drawings", async ({ page }) => {
  await page.goto("/")
  const drawing = page.locator("main svg[focusable]").first()
  await page.evaluate(() => (document.documentElement.dataset.arriving = "words"))
  await expect(drawing).toHaveCSS("content-visibility", "hidden")
  await expect(page.locator("main h1")).toBeVisible()
  await page.evaluate(() => delete document.documentElement.dataset.arriving)
  await expect(drawing).toHaveCSS("content-visibility", "visible")
  await page.locator(".hd .nav a[href='/about']").click()
  await isShown(page, "/about")
  await expect(page.locator("html:not([data-arriving])")).toBeAttached()
  for (const one of await page.locator("main svg[focusable]").all())
    await expect(one).toHaveCSS("content-visibility", "visible")
})

test("the bar of a job is in reach from its first frame", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto("/careers")
  await page.locator(".job a").first().click()
  await expect(page.locator(".stick")).toBeVisible()
  const top = await page.evaluate(() => {
    document.documentElement.dataset.arriving = "words"
    return document.querySelector(".stick")?.getBoundingClientRect().top
  })
  expect(top).toBeLessThan(800)
})

test("what moves as the homepage opens does not move again on the way back", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" })
  const moves = () =>
    page
      .locator(".hero .stop")
      .first()
      .evaluate((stop) => getComputedStyle(stop, "::after").animationName)
  await page.goto("/")
  expect(await moves()).toBe("settle")
  await page.locator(".hd .nav a[href='/about']").click()
  await isShown(page, "/about")
  await page.goBack()
  await isShown(page, "/")
  await expect.poll(moves).toBe("none")
})

test("where the studio's look has changed, the next page is loaded with it", async ({ page }) => {
  const site = await Site.open({}, { editor: PEOPLE.editor })
  try {
    await page.goto(site.url)
    await page.evaluate(() => Object.assign(window, { same: true }))
    const theme = { hue_glass: 20 }
    await site.api("/rest/v1/site_settings?id=eq.1", {
      as: "editor",
      method: "PATCH",
      body: JSON.stringify({ theme }),
    })
    await page.locator(".hd .nav a[href='/about']").click()
    await expect(page).toHaveURL(`${site.url}/about`)
    expect(await page.evaluate(() => "same" in window)).toBe(false)
  } finally {
    await page.close()
    await site.close()
  }
})

const namesRules = async (page: Page) =>
  (await page.request.get("/")).headers()["speculation-rules"]

partly("a page with a link to a part of another names the rules", async ({ page }) => {
  expect(await namesRules(page)).toBe('"/speculation-rules.json"')
})

test("a page without one does not", async ({ page }) => {
  expect(await namesRules(page)).toBeUndefined()
})

test("the rules leave the back-office alone", async ({ page }) => {
  const file = await page.request.get("/speculation-rules.json")
  expect(file.headers()["content-type"]).toBe("application/speculationrules+json")
  expect(await file.text()).toContain('"/admin/*"')
})
