import { BareBrowser } from "./visitor/bare-browser"
import { expect, test } from "./visitor/test"

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

test("the next page is made ready when a visitor is about to ask for it, and shown at once", async ({
  site,
  launchOptions,
}) => {
  const browser = new BareBrowser(launchOptions.executablePath ?? "chromium")
  try {
    const { first, told } = await atHome(browser, site.url)
    const link = `document.querySelector(".hd .nav a[href='/about']").getBoundingClientRect()`
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
})

test("a link is made ready as soon as it has the focus or the pointer", async ({
  site,
  page,
  launchOptions,
}) => {
  const browser = new BareBrowser(launchOptions.executablePath ?? "chromium")
  try {
    const { first, told } = await atHome(browser, site.url)
    const made = () => browser.said("Preload.prerenderStatusUpdated")
    expect(made()).toEqual([])
    const key = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 }
    const isAtLink = `document.activeElement.matches("a[href='/about']")`
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
  expect(JSON.stringify(atOnce?.where)).toContain('"a:is(:hover, :focus-visible)"')
})

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

test("a job is fetched while the pointer that called React is on it", async ({ page }) => {
  await page.goto("/careers")
  const link = page.locator(".job a").first()
  const path = await link.getAttribute("href")
  const fetched = page.waitForRequest(
    (request) => request.resourceType() === "fetch" && new URL(request.url()).pathname === path,
  )
  await link.hover()
  await fetched
})

test("pages name the rules, which leave the back-office alone", async ({ page }) => {
  const answer = await page.request.get("/")
  expect(answer.headers()["speculation-rules"]).toBe('"/speculation-rules.json"')
  const file = await page.request.get("/speculation-rules.json")
  expect(file.headers()["content-type"]).toBe("application/speculationrules+json")
  expect(await file.text()).toContain('"/admin/*"')
})
