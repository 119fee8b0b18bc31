import { type Browser, type BrowserContextOptions, expect, type Page, test } from "@playwright/test"
import { openPostbox } from "./admin/postbox"
import { fill } from "./admin/sample"
import { Site } from "./admin/site"
import { enter } from "./admin/test"

// Takes the pictures in docs/screenshots:
// SCREENS=../docs/screenshots npx playwright test --project screens
const FOLDER = process.env.SCREENS ?? "test-results/screens"

type Shot = {
  name: string
  path: string
  /** On a desk and on a phone; or one of them. */
  widths?: number[]
  /** Where dark colours are shown too. */
  dark?: number[]
  /** Leads to what is shown; a dialog is shown as it stands in the window. */
  act?: (page: Page) => Promise<unknown>
  inWindow?: boolean
  noDialog?: boolean
}

const BOTH = [1440, 390]
const DESK = [1440]
const PHONE = [390]

const send = async (page: Page) => {
  await page.getByLabel("Name").fill("Asha Rao")
  await page.getByLabel("Email", { exact: true }).fill("asha@example.com")
  await page.getByLabel("Subject").fill("A gap on the shelf")
  await page.getByLabel("Message").fill("Nobody sells what we look for.")
  await page.getByRole("button", { name: "Send message" }).click()
  await expect(page.getByRole("heading", { name: "Message received." })).toBeVisible()
}

const PUBLIC: Shot[] = [
  { name: "home", path: "/", dark: BOTH },
  { name: "about", path: "/about", dark: BOTH },
  { name: "careers", path: "/careers", dark: BOTH },
  { name: "job", path: "/careers/founding-engineer-agentic-checkout", dark: BOTH },
  { name: "apply", path: "/careers/founding-engineer-agentic-checkout/apply", dark: BOTH },
  { name: "contact", path: "/contact", dark: BOTH },
  { name: "contact-sent", path: "/contact", dark: BOTH, act: send },
  { name: "not-found", path: "/nowhere", dark: BOTH },
  {
    name: "menu",
    path: "/",
    widths: PHONE,
    dark: PHONE,
    act: (page) => page.getByRole("button", { name: "Menu" }).click(),
    inWindow: true,
  },
  { name: "login", path: "/admin/login", dark: BOTH },
  { name: "reset", path: "/admin/reset?token_hash=x&type=recovery" },
]

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click()

const ADMIN: Shot[] = [
  { name: "admin", path: "/admin", dark: BOTH },
  { name: "admin-navigation", path: "/admin/navigation" },
  { name: "admin-homepage", path: "/admin/homepage", dark: DESK },
  { name: "admin-hero", path: "/admin/hero" },
  { name: "admin-process", path: "/admin/process" },
  { name: "admin-portfolio", path: "/admin/portfolio", dark: DESK },
  {
    name: "admin-portfolio-dialog",
    path: "/admin/portfolio",
    act: press("Edit Parchi"),
    inWindow: true,
  },
  { name: "admin-about", path: "/admin/about" },
  { name: "admin-about-text", path: "/admin/about-text" },
  { name: "admin-process-text", path: "/admin/process-text" },
  { name: "admin-team", path: "/admin/team" },
  { name: "admin-contact", path: "/admin/contact" },
  { name: "admin-contact-page", path: "/admin/contact-page" },
  { name: "admin-careers", path: "/admin/careers", dark: DESK },
  {
    name: "admin-careers-dialog",
    path: "/admin/careers",
    dark: DESK,
    act: press(/^Edit Founding/),
    inWindow: true,
  },
  {
    name: "admin-careers-preview",
    path: "/admin/careers",
    act: async (page) => {
      await press(/^Edit Founding/)(page)
      await press("Preview")(page)
    },
    inWindow: true,
  },
  { name: "admin-footer", path: "/admin/footer" },
  { name: "admin-footer-links", path: "/admin/footer?tab=links" },
  { name: "admin-pages", path: "/admin/pages" },
  { name: "admin-identity", path: "/admin/settings/identity", dark: DESK, inWindow: true },
  { name: "admin-words", path: "/admin/settings/words", inWindow: true },
  { name: "admin-search", path: "/admin/settings/search" },
  { name: "admin-redirects", path: "/admin/settings/redirects" },
  { name: "admin-setup", path: "/admin/setup", inWindow: true },
  { name: "admin-messages", path: "/admin/messages", dark: DESK, inWindow: true },
  {
    name: "admin-messages-dialog",
    path: "/admin/messages",
    act: (page) => page.getByText("View full message").first().click(),
    inWindow: true,
  },
  {
    name: "admin-subscribers",
    path: "/admin/subscribers",
    dark: DESK,
    act: async (page) => {
      await press("Table View")(page)
      await page
        .getByRole("button", { name: /^Edit / })
        .nth(3)
        .click()
      await expect(page.getByLabel("Email", { exact: true })).toBeFocused()
    },
    inWindow: true,
    noDialog: true,
  },
  { name: "admin-letters", path: "/admin/letters", dark: DESK, inWindow: true },
  { name: "admin-letter", path: "/admin/letters?letter=1", inWindow: true },
  { name: "admin-applicants", path: "/admin/applicants", dark: DESK, inWindow: true },
  {
    name: "admin-applicant",
    path: "/admin/applicants",
    widths: DESK,
    dark: DESK,
    act: press("Kabir Sethi"),
    inWindow: true,
  },
  { name: "admin-people", path: "/admin/people", inWindow: true },
  { name: "admin-media", path: "/admin/media", inWindow: true },
  {
    name: "admin-history",
    path: "/admin/hero",
    dark: DESK,
    act: async (page) => {
      await press("History")(page)
      await page.locator(".version-head").nth(1).click()
    },
    inWindow: true,
    noDialog: true,
  },
  { name: "admin-activity", path: "/admin/activity", dark: DESK, inWindow: true },
  { name: "admin-trash", path: "/admin/trash", dark: DESK, inWindow: true },
  { name: "admin-users", path: "/admin/users", dark: DESK },
  { name: "admin-account", path: "/admin/account", dark: DESK },
  {
    name: "admin-menu",
    path: "/admin",
    widths: PHONE,
    act: press("More"),
    inWindow: true,
  },
  { name: "admin-content", path: "/admin/content", dark: BOTH },
  {
    name: "admin-menu-over",
    path: "/admin/hero",
    widths: DESK,
    act: press("Open the menu"),
    inWindow: true,
  },
  {
    name: "admin-command-palette",
    path: "/admin",
    dark: DESK,
    act: async (page) => {
      await page.keyboard.press("Control+k")
      await page.getByPlaceholder("Search, go to a screen or run an action").fill("return")
    },
    inWindow: true,
  },
  {
    name: "admin-conflict",
    path: "/admin/process-text",
    dark: DESK,
    act: async (page) => {
      await page.getByLabel("Main Title").fill("From a gap to a company.")
      await site.api("/rest/v1/process_content?id=gt.0", {
        method: "PATCH",
        as: "editor",
        body: JSON.stringify({ title: THEIRS[theirs++ % THEIRS.length] }),
      })
      await press("Save Changes")(page)
    },
    inWindow: true,
  },
]

// One for each picture: the same again would be no change.
const THEIRS = [
  "From an empty shelf to a working company.",
  "From an empty shelf to a company that works.",
  "From an empty shelf to a company at work.",
]
let theirs = 0

const STUDIOS = {
  barlavento: {
    settings: {
      name: "Barlavento",
      city: "Lisbon",
      theme: { hue_glass: 242, hue_dot: 92, tint: 1.2, type: "survey", art: "terrain", seed: 3 },
      mark: { frame: "square", dot: "ne" },
    },
    hero: "The grid is outdoors. We build what stands there.",
    about:
      "Barlavento is a venture studio in Lisbon. We start hardware companies for wind, heat and water.",
  },
  kolbenhof: {
    settings: {
      name: "Kolbenhof",
      city: "Vienna",
      theme: { hue_glass: 28, hue_dot: 262, tint: 0.8, type: "hearth", art: "weave", seed: 1 },
      mark: { frame: "circle", dot: "c", initial: "K" },
    },
    hero: "Machines wear out. We build the ones that do not.",
    about:
      "Kolbenhof is a workshop for companies in Vienna. We design, build and test them until they hold.",
  },
  tallyrow: {
    settings: {
      name: "Tally Row",
      city: "Leeds",
      theme: { hue_glass: 300, hue_dot: 145, tint: 1, type: "ledger", art: "blocks", seed: 5 },
      mark: { frame: "tile", dot: "se", initial: "T" },
    },
    hero: "Every count tells a story. We read them.",
    about:
      "Tally Row is a venture studio in Leeds. We start companies where numbers are kept by hand.",
  },
}

test.setTimeout(300_000)

let postbox: Awaited<ReturnType<typeof openPostbox>>
let site: Site
let signedIn: BrowserContextOptions["storageState"]

test.beforeAll(async ({ browser }) => {
  postbox = await openPostbox()
  site = await Site.open({
    VITRINE_SMTP_URL: postbox.url,
    VITRINE_MAIL_FROM: "studio@example.com",
    VITRINE_MAIL_TO: "studio@example.com",
  })
  await fill(site)
  const page = await browser.newPage()
  await page.goto(`${site.url}/admin`)
  await enter(page, "admin")
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  signedIn = await page.context().storageState()
  await page.close()
})
test.afterAll(async () => {
  await site.close()
  postbox.close()
})

for (const shot of ADMIN) test(shot.name, ({ browser }) => take(browser, shot, signedIn))
// Afterwards: what visitors send shows behind the door.
for (const shot of PUBLIC) test(shot.name, ({ browser }) => take(browser, shot))

// Last, as each makes the site another studio's.
for (const [name, { settings, hero, about }] of Object.entries(STUDIOS))
  test(`studio-${name}`, async ({ browser }) => {
    const change = (table: string, row: object) =>
      site.api(`/rest/v1/${table}?id=gt.0`, {
        method: "PATCH",
        as: "editor",
        body: JSON.stringify(row),
      })
    await change("site_settings", settings)
    await change("hero_content", { title: hero, subtitle: `<p>${about}</p>` })
    await take(browser, { name: `studio-${name}`, path: "/", widths: DESK, inWindow: true })
  })

async function take(browser: Browser, shot: Shot, storageState?: typeof signedIn) {
  const { name, path, widths = BOTH, dark = [], act, inWindow } = shot
  for (const width of widths)
    for (const colorScheme of ["light", "dark"] as const) {
      if (colorScheme === "dark" && !dark.includes(width)) continue
      const height = width === 390 ? 844 : 900
      const page = await browser.newPage({
        viewport: { width, height },
        colorScheme,
        reducedMotion: "reduce",
        storageState,
      })
      await page.goto(site.url + path)
      await settled(page)
      await act?.(page)
      if (act && inWindow && !shot.noDialog) await expect(page.getByRole("dialog")).toBeVisible()
      await settled(page)
      // A sidebar is as high as the window.
      if (path.startsWith("/admin") && !inWindow) {
        const whole = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewportSize({ width, height: Math.max(height, whole) })
      }
      if (!inWindow) {
        await page.evaluate(fromTheTop)
        await settled(page)
      }
      await page.screenshot({
        path: `${FOLDER}/${name}-${width}-${colorScheme}.jpg`,
        quality: 80,
        fullPage: !inWindow,
      })
      await page.close()
    }
}

/** The bubble that hints at more below would float in the middle of a whole page, and the drawing at its end waits for somebody to come near. */
function fromTheTop() {
  scrollTo(0, 0)
  document.documentElement.toggleAttribute("data-end", true)
  for (const hint of document.querySelectorAll<HTMLElement>(".hint")) hint.style.display = "none"
}

async function settled(page: Page) {
  await page.waitForLoadState("networkidle")
  await expect(page.locator("[aria-busy=true], .rich:not(:has([role=textbox]))")).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
