import type { Page, Request } from "@playwright/test"
import routes from "../src/admin/routes.json" with { type: "json" }
import { expect, go, reveal, test } from "./admin/test"
import { accessible } from "./axe"

// States and dialogs are looked at where the other tests reach them; these are the screens as they open.
test.describe.configure({ mode: "parallel" })

const screens = routes.filter((one) => !/login|reset|update|settings$/.test(one))
/** Requests of a screen: what it shows, and what is known once that is there. */
const mostOf = (path: string) => (path === "/admin" ? 1 : 2)
const GROUP = 6
const groups = Array.from({ length: Math.ceil(screens.length / GROUP) }, (_, at) =>
  screens.slice(at * GROUP, (at + 1) * GROUP),
)

test("the doors are accessible", async ({ page, expects: _ }) => {
  for (const path of ["/admin/login", "/admin/reset"]) {
    await page.goto(path)
    await expect(page.locator("h1")).toBeVisible()
    await accessible(page, path, "whole")
  }
})

for (const width of [1440, 390])
  test(`rows that are open, what moves them, and all tools of a text are accessible, ${width} wide`, async ({
    page,
    signIn,
  }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height: 900 })
    await signIn("admin", "/admin/team")
    await reveal(page, "members.0.name")
    await expect(page.getByLabel("Name", { exact: true }).first()).toBeVisible()
    await accessible(page, `an open row at ${width}`)
    await page.getByRole("button", { name: "More tools" }).first().click()
    await expect(page.getByRole("menu")).toBeVisible()
    await accessible(page, `all tools of a text at ${width}`)
    await page.keyboard.press("Escape")
    await go(page, "/admin/navigation")
    await page.getByRole("button", { name: "Drag Careers" }).click()
    await expect(page.getByRole("menuitem", { name: /^Move up/ })).toBeVisible()
    await accessible(page, `the menu that moves a row at ${width}`)
    await page.getByRole("menuitem", { name: /^Move to position/ }).click()
    await expect(page.getByRole("dialog", { name: "Move Careers" })).toBeVisible()
    await accessible(page, `the question for a position at ${width}`)
    await page.getByLabel("Position").fill("99")
    await page.getByRole("button", { name: "Move", exact: true }).click()
    await expect(page.getByText(/^A number from 1 to/)).toBeVisible()
    await accessible(page, `a position that there is not at ${width}`)
  })

for (const paths of groups)
  test(`${paths.length} screens from ${paths[0]} are accessible`, async ({
    page,
    site,
    signIn,
  }) => {
    await site.api("/rest/v1/contact_form_submissions", {
      method: "POST",
      body: JSON.stringify({ name: "A", email: "a@b.co", subject: "Hello", message: "Hi" }),
    })
    await site.api("/rest/v1/newsletter_subscriptions", {
      method: "POST",
      body: JSON.stringify({ email: `from${screens.indexOf(paths[0] ?? "")}@b.co` }),
    })
    await signIn("admin", paths[0])
    for (const path of paths) {
      if (path !== paths[0]) await go(page, path)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await ready(page)
        // As high as the page: what the bar of a form half covers is reached by scrolling.
        const height = await page.evaluate(wholeHeight)
        await page.setViewportSize({ width, height })
        await accessible(page, `${path} at ${width}`, "whole")
      }
      // The narrowest phone shows all of it without scrolling sideways.
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = () => document.documentElement.scrollWidth - innerWidth
        await expect.poll(() => page.evaluate(overflow), `${path} at ${width}`).toBe(0)
      }
    }
  })

test("a screen asks twice at most for what it shows, and the dashboard once", async ({
  page,
  signIn,
}) => {
  test.setTimeout(600_000)
  const figures = await measure(page)
  // Live news, which have what they tell of asked for once more, come when they like.
  await page.routeWebSocket(/realtime/, (socket) => socket.close())
  await signIn("admin", "/admin/account")
  for (const path of screens) {
    // Neither where it is now nor where it goes next.
    const here = new URL(page.url()).pathname
    await go(page, screens.find((one) => one !== path && one !== here) ?? "")
    await figures("another screen")
    await go(page, path)
    expect(await figures(path), `requests of ${path}`).toBeLessThanOrEqual(mostOf(path))
  }
})

/** Of the page, or of the form that scrolls beside its preview. */
function wholeHeight(): number {
  const form = document.querySelector(".work-form")
  const own = form ? form.getBoundingClientRect().top + form.scrollHeight : 0
  return Math.ceil(Math.max(document.documentElement.scrollHeight, own))
}

/** Who else is here, the numbers beside the menu and a new token are asked for every so often, on any screen. */
function isPeriodic(request: Request): boolean {
  const [url, body] = [request.url(), request.postData() ?? ""]
  if (/grant_type=refresh_token|rpc\/editing$|rpc\/mail_mode$/.test(url)) return true
  // A message that is looked at is read.
  if (request.method() === "PATCH") return true
  const parts: { method: string; path: string }[] = url.endsWith("/batch") ? JSON.parse(body) : []
  return (
    parts.length > 0 &&
    parts.every(({ method, path }) => method === "HEAD" || /rpc\/(editing|mail_mode)$/.test(path))
  )
}

/** Counts what each screen asks of the server, and prints it; what another screen loaded counts as old. */
async function measure(page: Page) {
  await page.addInitScript((stale) => {
    const now = Date.now
    let ahead = 0
    Date.now = () => now() + ahead
    addEventListener("popstate", () => (ahead += stale), { capture: true })
  }, 31_000)
  let asked: Request[] = []
  const underway = new Set<Request>()
  page.on("request", (request) => underway.add(request))
  page.on("requestfailed", (request) => underway.delete(request))
  page.on("requestfinished", (request) => {
    underway.delete(request)
    const isAsked = /\/(auth|rest|functions|storage)\/v1\//.test(request.url())
    if (isAsked && !isPeriodic(request)) asked.push(request)
  })
  return async (path: string) => {
    await ready(page)
    // Answers are drawn, and what that asks for is answered too.
    for (let before = -1; before !== asked.length || underway.size > 0; ) {
      before = asked.length
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    }
    const those = asked
    asked = []
    const sizes = await Promise.all(those.map((request) => request.sizes()))
    const bytes = sizes.reduce(
      (sum, one) => sum + one.responseHeadersSize + one.responseBodySize,
      0,
    )
    console.log(`${path}: ${those.length} requests, ${(bytes / 1024).toFixed(1)} KB`)
    return those.length
  }
}

async function ready(page: Page) {
  await expect(page.getByText("Loading...")).toHaveCount(0)
  await expect(page.locator("[aria-busy=true], .rich:not(:has([role=textbox]))")).toHaveCount(0)
}
