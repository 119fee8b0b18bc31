import { expect, type Locator, type Page } from "@playwright/test"
import { base } from "../base"
import { keep, record } from "../texts"
import { PEOPLE, type Person, Site } from "./site"

type Fixtures = {
  /** Opens a page of the back-office with a fresh session; the login screen has tests of its own. */
  signIn: (person?: Person, path?: string) => Promise<void>
  /** Lets script errors pass whose text matches: the ones a test causes on purpose. */
  expects: (pattern: RegExp) => void
}

type Sites = { file?: string; site?: Site }

export const test = base.extend<Fixtures & { site: Site }, { sites: Sites }>({
  sites: [
    async ({ browserName: _ }, use) => {
      const sites: Sites = {}
      await use(sites)
      await sites.site?.close()
    },
    { scope: "worker" },
  ],
  // Each file starts with fresh data, whatever ran before it; within a file tests build on each other.
  site: async ({ sites }, use, { file }) => {
    if (sites.file !== file) {
      await sites.site?.close()
      sites.site = await Site.open()
      sites.file = file
    }
    await use(sites.site as Site)
  },
  baseURL: async ({ site }, use) => use(site.url),
  page: async ({ page }, use) => {
    // Without a graphics card a blur of the whole screen takes longer than all else on it.
    await page.addInitScript(() => {
      const plain = new CSSStyleSheet()
      plain.replaceSync("* { backdrop-filter: none !important }")
      document.adoptedStyleSheets.push(plain)
    })
    await use(page)
  },
  expects: async ({ page }, use) => {
    const allowed: RegExp[] = []
    const heard = listen(page)
    await record(page)
    await use((pattern) => allowed.push(pattern))
    // Answered after the last texts of the test were written down.
    if (!page.isClosed()) await page.evaluate(() => {}).catch(() => {})
    expect(heard.filter((text) => !allowed.some((one) => one.test(text)))).toEqual([])
  },
  signIn: async ({ page, site, expects: _ }, use) =>
    use(async (person = "admin", path = "/admin") => {
      const session = JSON.stringify(await site.session(person))
      // Once: whoever signs out stays out.
      await page.addInitScript((kept) => {
        // A frame that could not be loaded has no storage.
        if (origin === "null" || localStorage.getItem("signed-in") === kept) return
        localStorage.setItem("signed-in", kept)
        localStorage.setItem("vitrine-admin-auth", kept)
      }, session)
      await page.goto(path)
      await expect(page.locator("main h1").first()).toBeVisible()
    }),
})

/** Fills and sends the login screen. */
export async function enter(page: Page, person: Person) {
  // The set-up of a fresh site has a test of its own.
  await page.evaluate(() => localStorage.setItem("vitrine-setup", "seen"))
  const { email, password } = PEOPLE[person]
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** Goes to another screen as the back button does, without a reload. */
export async function go(page: Page, path: string) {
  await page.evaluate((to) => {
    document.querySelector("main h1")?.setAttribute("data-past", "")
    history.pushState(null, "", to)
    dispatchEvent(new PopStateEvent("popstate"))
  }, path)
  // The first: a mail that is shown has a heading of its own.
  await expect(page.locator("main h1:not([data-past])").first()).toBeVisible()
}

/** Turns the wheel until the row is seen; rows are measured, and made anew, on the way. */
export async function turnTo(page: Page, row: Locator) {
  await page.mouse.move(300, 500)
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    // What follows the list may fill the screen at the end.
    if ((await row.count()) > 0) await row.scrollIntoViewIfNeeded({ timeout: 500 })
    await expect(row).toBeInViewport({ timeout: 500 })
  }).toPass()
}

/** Moves what was picked up to a place, key by key. Before the list is measured a key moves nothing. */
export async function carry(page: Page, name: string, place: number) {
  const told = page.getByRole("status").filter({ hasText: `${name} is over position ` })
  await expect(async () => {
    const now = Number(/ (\d+) of /.exec((await told.textContent()) ?? "")?.[1])
    if (now !== place) await page.keyboard.press(now > place ? "ArrowUp" : "ArrowDown")
    expect(now).toBe(place)
  }).toPass({ intervals: [200] })
}

/** Has each read go on its own, so that one of them can be stopped. */
export const apart = (page: Page) =>
  page.route("**/rest/v1/batch", (route) => route.fulfill({ json: [] }))

/** Keeps requests waiting, to look at the page meanwhile; what it returns lets them go. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  await apart(page)
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** What the page says on its console that nobody wants to read there. */
export function listen(page: Page): string[] {
  const heard: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") heard.push(message.text())
  })
  page.on("pageerror", (error) => heard.push(error.message))
  return heard
}

/** A toast with exactly this title and text. */
export async function toast(page: Page, title: string, text?: string) {
  const whole = (words: string) => ({ has: page.getByText(words, { exact: true }) })
  const shown = page.locator("[data-toasts] li").filter(whole(title))
  const wanted = text ? shown.filter(whole(text)) : shown
  await expect(wanted.first()).toBeVisible()
  // It may be gone before the page's own record is written.
  keep(await wanted.allInnerTexts())
  // Closed, so that the next one is not taken for this one, unless its time was over first.
  const close = wanted.first().getByRole("button", { name: "Close" })
  await close.evaluateAll(([button]) => (button as HTMLElement | undefined)?.click())
}

export { expect }

/** What is typed is kept a moment after the last key. */
export const drafted = (page: Page, text: string) =>
  page.waitForFunction(
    (typed) => Object.values(localStorage).some((kept) => kept.includes(typed)),
    text,
  )

/** Opens the row of a list that a field such as "steps.1.title" is in; any other field is in sight. */
export async function reveal(page: Page, field: string) {
  // What follows Contact gets a field of its own first.
  const [own] = field.split(".")
  const follows = page.locator(`[data-path="${own}"] .followed button`)
  await expect(page.locator("form").filter({ visible: true }).first()).toBeVisible()
  if ((await follows.count()) > 0) await follows.click()
  const row = field.match(/^\w+\.\d+(?=\.)/)?.[0]
  if (!row) return
  const fold = page.locator(`[data-fold][data-path="${row}"]`)
  const id = await fold.getAttribute("id")
  const toggle = page.locator(`[aria-controls="${id}"]`)
  if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click()
  await expect(fold).toBeVisible()
}
