import { createServer } from "node:http"
import type { FrameLocator, Page } from "@playwright/test"
import { expect, test, toast } from "./admin/test"

const frame = (page: Page, title: string): FrameLocator =>
  page.frameLocator(`iframe[title="${title}"]`)
const open = (page: Page, section: RegExp) =>
  page.getByRole("button", { name: section }).first().click()
const property = (where: FrameLocator | Page, name: string) =>
  where
    .locator(":root")
    .evaluate((root, one) => getComputedStyle(root).getPropertyValue(one).trim(), name)

test("the wall follows each choice, and saving shows it to visitors", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin/settings/identity")
  const home = frame(page, "Home")
  await expect(home.getByRole("heading", { level: 1, includeHidden: true })).toContainText(
    "Software",
  )
  const before = await property(home, "--edge")

  await page.getByRole("slider", { name: "Glass" }).fill("305")
  await expect.poll(() => property(home, "--edge")).not.toBe(before)
  expect(await property(page, "--edge")).toBe(before)

  await open(page, /^Type/)
  await page.getByRole("button", { name: /Journal/ }).click()
  await expect.poll(() => property(home, "--font-display")).toContain("Newsreader")

  await open(page, /^Artwork/)
  const drawn = await home.locator(".pane-art svg").first().innerHTML()
  await page.getByRole("button", { name: /^Letters/ }).click()
  await expect.poll(() => home.locator(".pane-art svg").first().innerHTML()).not.toBe(drawn)

  await open(page, /^Name and place/)
  await page.getByLabel("Studio name").fill("Northbeam")
  await expect(home.locator("header .brand")).toContainText("Northbeam")
  await expect(frame(page, "Sharing card").locator(".og-name")).toHaveText("Northbeam")

  await page.getByRole("group", { name: "Theme of the previews" }).getByLabel("Dark").click()
  await expect(home.locator(":root")).toHaveAttribute("data-theme", "dark")
  await expect(page.getByText("Unsaved, 4 changes").first()).toBeVisible()
  await page.getByRole("button", { name: "Save Changes" }).first().click()
  await toast(page, "Identity has been updated.")

  const visitor = await page.context().newPage()
  await visitor.goto("/")
  await expect(visitor.locator("header .brand")).toContainText("Northbeam")
  expect(await property(visitor, "--font-display")).toContain("Newsreader")
  expect(await property(visitor, "--edge")).not.toBe(before)
  const [row] = await site.api("/rest/v1/site_settings?select=name,theme")
  expect(row).toMatchObject({
    name: "Northbeam",
    theme: { hue_glass: 305, type: "journal", art: "letters" },
  })
})

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#0b4f8a"/><circle cx="220" cy="80" r="60" fill="#f2c200"/></svg>`

test("a logo gives its colours, and becomes the mark only when asked", async ({ page, signIn }) => {
  await signIn("editor", "/admin/settings/identity")
  const file = (name: string, text: string) => ({
    name,
    mimeType: "image/svg+xml",
    buffer: Buffer.from(text),
  })
  const logo = page.getByLabel("My logo")
  await logo.setInputFiles(file("white.svg", LOGO.replace(/#\w+/g, "#ffffff")))
  await expect(page.getByText("No colour found. Try a PNG.")).toBeVisible()
  await logo.setInputFiles(file("logo.svg", LOGO))
  await page.getByRole("button", { name: "Use these" }).click()
  const hue = async (label: string) =>
    Number(await page.getByRole("slider", { name: label }).inputValue())
  expect(await hue("Glass")).toBeGreaterThan(230)
  expect(await hue("Glass")).toBeLessThan(270)
  expect(await hue("Dot")).toBeGreaterThan(80)
  expect(await hue("Dot")).toBeLessThan(105)
  await expect(frame(page, "Home").locator("header .brand img")).toHaveCount(0)
  await page.getByRole("button", { name: "Use as the mark" }).click()
  await expect(frame(page, "Home").locator("header .brand img").first()).toBeAttached()
  await open(page, /^Mark/)
  await expect(page.getByText(/^Legible at 16|^At 16 pixels/)).toBeVisible()
})

test("nobody else can frame the preview or speak to it", async ({ page, site, expects }) => {
  expects(/frame-ancestors|Refused to (frame|display)|violates|X-Frame-Options|postMessage/)
  const other = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html")
    answer.end(`<iframe src="${site.url}/admin/preview"></iframe>`)
  })
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done))
  const { port } = other.address() as { port: number }
  // Another port is another origin.
  await page.goto(`http://127.0.0.1:${port}/`)
  await expect
    .poll(() =>
      page
        .frames()
        .map((one) => one.url())
        .join(),
    )
    .not.toContain("about:blank,")
  const framed = page.frames()[1]
  expect(await framed?.locator("h1").count()).toBe(0)

  // It is not framed here either: a window of another origin that opens it has no say in it.
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.evaluate((url) => void window.open(url), `${site.url}/admin/preview`),
  ])
  await expect(tab.locator("h1").first()).toBeVisible()
  const said = tab.locator("header .brand")
  const name = await said.innerText()
  await tab.evaluate(async () => {
    const show = { path: "/", theme: "dark", identity: { name: "Mallory" } }
    // Messages come in order: what is heard after it tells that it was heard, and two frames that it was drawn.
    const heard = new Promise((done) =>
      window.addEventListener("message", ({ data }) => data === "after" && done(0)),
    )
    window.postMessage({ to: "preview", show }, location.origin)
    window.postMessage("after", location.origin)
    await heard
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
  expect(await said.innerText()).toBe(name)
  other.close()
})

test("the first sign-in on a fresh site opens the set-up, once", async ({
  browser,
  expects: _,
}) => {
  const { Site, PEOPLE } = await import("./admin/site")
  const fresh = await Site.open()
  const page = await browser.newPage({ baseURL: fresh.url })
  const enter = async () => {
    await page.goto("/admin/login")
    await page.getByLabel("Email").fill(PEOPLE.admin.email)
    await page.getByLabel("Password", { exact: true }).fill(PEOPLE.admin.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
  }
  await enter()
  await expect(page.getByRole("heading", { name: "Whose site is this?" })).toBeVisible()
  await page.getByLabel("Studio name").fill("Tallyrow")
  await expect(frame(page, "As you type").locator("header .brand")).toContainText("Tallyrow")
  await page.getByRole("link", { name: "Skip set-up" }).click()
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  await page.getByRole("button", { name: "Sign Out" }).click()
  await enter()
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  await page.close()
  await fresh.close()
})

test("on the smallest phones every button of the set-up is on the screen", async ({
  page,
  signIn,
}) => {
  await signIn("admin", "/admin/setup")
  const beyond = () =>
    page.locator(".setup-actions").evaluate((bar) =>
      [...bar.querySelectorAll("button")]
        .map((button) => [button.textContent, button.getBoundingClientRect()] as const)
        .filter(([, { left, right }]) => left < 8 || right > innerWidth - 8)
        .map(([text]) => text),
    )
  await page.getByLabel("Studio name").fill("Northbeam")
  for (const next of [/^Continue$/, /^Continue with Reading room/, /^Continue$/, undefined]) {
    if (next?.source.includes("Reading"))
      await page.getByRole("button", { name: /^Reading room/ }).click()
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await beyond(), `at ${width} before ${next}`).toEqual([])
    }
    if (next) await page.getByRole("button", { name: next }).click()
  }
  await expect(page.getByRole("heading", { name: "Northbeam is ready." })).toBeVisible()
})
