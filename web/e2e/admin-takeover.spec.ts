import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { openPostbox } from "./admin/postbox"
import { PEOPLE, Site } from "./admin/site"
import { oldTexts, readable, spokenOn } from "./admin/takeover"
import { expect, go, listen, test, toast } from "./admin/test"

const ROUTES: string[] = JSON.parse(readFileSync("src/admin/routes.json", "utf8"))
// Two of them lead to another one; Trash and Activity tell of what was removed, until its time is over.
const SCREENS = ROUTES.filter((path) => !/(?:update-content|settings|trash|activity)$/.test(path))
const FILES = ["/og.png", "/favicon.svg", "/favicon.ico", "/icon-512.png", "/apple-touch-icon.png"]

test("an empty folder becomes the finished site of another studio, and nothing of the old one is left", async ({
  browser,
}) => {
  const began = Date.now()
  const postbox = await openPostbox()
  const site = await Site.open({
    VITRINE_SMTP_URL: postbox.url,
    VITRINE_MAIL_FROM: "site@northbeam.example",
  })
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const heard = listen(page)
  const fetched = async (path: string, init?: RequestInit) =>
    (await fetch(site.url + path, init)).text()
  const fresh = await Promise.all(FILES.map((path) => fetched(path)))

  await setUp(page)
  await identity(page)
  await content(page)
  const made = Math.round((Date.now() - began) / 1000)

  await visit(page, site)
  const old = oldTexts("observatory")
  const left = (what: string, text: string) =>
    old.filter((one) => text.includes(one)).map((one) => `${what}: ${one}`)
  const found: string[] = []
  const surfaces = await crawl(fetched)
  for (const [what, text] of surfaces) found.push(...left(what, text))
  // Two messages with two mails each, two subscriptions, a new password, an invitation.
  await expect.poll(() => postbox.letters.length).toBe(8)
  for (const letter of postbox.letters) found.push(...left("a mail", readable(letter)))
  for (const path of SCREENS) found.push(...left(path, await screen(page, path)))
  expect(found).toEqual([])

  const now = await Promise.all(FILES.map((path) => fetched(path)))
  expect(FILES.filter((_, at) => now[at] === fresh[at])).toEqual([])
  expect(heard.filter((text) => !/404/.test(text))).toEqual([])
  console.log(
    `the site was made in ${made} s, and looked through in ${Math.round((Date.now() - began) / 1000) - made} s: ` +
      `${surfaces.size} public surfaces, ${postbox.letters.length} mails, ${SCREENS.length} screens, ${old.length} old texts`,
  )
  await context.close()
  await site.close()
  postbox.close()
})

const save = (page: Page) => page.getByRole("button", { name: "Save Changes" }).first().click()
const rich = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true })

async function setUp(page: Page) {
  await page.goto("/admin/login")
  await page.getByLabel("Email").fill(PEOPLE.admin.email)
  await page.getByLabel("Password", { exact: true }).fill(PEOPLE.admin.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByLabel("Studio name").fill("Northbeam")
  await page.getByLabel("City, optional").fill("Lisbon")
  await page.getByLabel("Email, optional").fill("hello@northbeam.example")
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByRole("button", { name: /^Ridge/ }).click()
  await page.getByRole("button", { name: "Continue with Ridge" }).click()
  await page.getByRole("radio", { name: /^Observatory/ }).check()
  await page.getByRole("button", { name: "Continue" }).click()
  await expect(page.getByRole("heading", { name: "Northbeam is ready." })).toBeVisible()
  await page.getByRole("radio", { name: "Remove them" }).check()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
}

async function identity(page: Page) {
  await page.goto("/admin/settings/identity")
  await page
    .getByRole("button", { name: /^Name and place/ })
    .first()
    .click()
  await page.getByLabel("Country, optional").fill("Portugal")
  await page.getByLabel("Language").selectOption("pt")
  await page
    .getByRole("button", { name: /^Colour/ })
    .first()
    .click()
  await page.getByRole("slider", { name: "Glass" }).fill("205")
  await save(page)
  await toast(page, "Identity has been updated.")

  await page.goto("/admin/settings/words")
  await page.locator("[name=not_found_title]").fill("Nada por aqui")
  await save(page)
  await toast(page, "Success", "The words have been updated.")

  await page.goto("/admin/settings/search")
  await page.getByRole("form").getByLabel("Description").fill("A studio for the wind at sea.")
  await save(page)
  await toast(page, "Success", "The search appearance has been updated.")

  await page.goto("/admin/pages")
  await page.getByRole("button", { name: "Add page" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Title").fill("Imprint")
  await dialog.getByRole("textbox", { name: "Text" }).fill("Responsible: Ada.")
  await dialog.getByRole("button", { name: "Add page" }).click()
  await toast(page, "Success", "Page added successfully")

  await page.goto("/admin/settings/redirects?new=1")
  await dialog.getByLabel("From").fill("/impressum")
  await dialog.getByLabel("To", { exact: true }).fill("/imprint")
  await dialog.getByRole("button", { name: "Add redirect" }).click()
  await toast(page, "Success", "Redirect added successfully")
}

async function content(page: Page) {
  await page.goto("/admin/hero")
  await page.getByLabel("Title").first().fill("The wind pays rent. We build the meters.")
  await save(page)
  await toast(page, "Success", "Hero content has been updated.")

  await page.goto("/admin/about")
  await rich(page, "Intro text").fill("We measure the wind and start companies from it.")
  await save(page)
  await toast(page, "Success", "About content has been updated.")

  await page.goto("/admin/contact")
  await page.getByLabel("Location").fill("Lisbon, Portugal")
  await save(page)
  await toast(page, "Success", "Contact information has been updated.")

  await page.goto("/admin/footer")
  await expect(page.getByText("Follows Contact: Lisbon, Portugal")).toBeVisible()

  await page.goto("/admin/careers")
  await page.getByRole("button", { name: "Add Job Listing" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Create New Job Listing" })
  await dialog.getByLabel("Title").fill("Lighthouse keeper")
  await dialog.getByLabel("Location").fill("Lisbon, Portugal")
  await dialog.getByRole("textbox", { name: "About", exact: true }).fill("Keep a light.")
  await dialog.getByLabel("Responsibilities 1").fill("Climb the stairs")
  await dialog.getByRole("button", { name: "Create", exact: true }).click()
  await toast(page, "Success", "Job listing created successfully")
}

/** What a visitor and an administrator do that a mail follows from. */
async function visit(page: Page, site: Site) {
  const post = (path: string, body: object) =>
    site.api(path, { method: "POST", body: JSON.stringify(body) })
  const email = "visitor@example.com"
  await post("/rest/v1/contact_form_submissions", {
    name: "Rui",
    email,
    subject: "Hello",
    message: "Do you answer?",
  })
  await post("/rest/v1/newsletter_subscriptions", { email })
  await post("/auth/v1/recover", { email: PEOPLE.editor.email })
  await page.goto("/admin/users")
  await expect(page.getByRole("cell", { name: PEOPLE.editor.email, exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Invite user" }).click()
  const dialog = page.getByRole("dialog", { name: "Invite user" })
  await dialog.getByLabel("Email").fill("new@example.com")
  await dialog.getByRole("button", { name: "Send invitation" }).click()
  await toast(page, "Invitation sent", "The link in it is valid for seven days.")
}

type Fetched = (path: string, init?: RequestInit) => Promise<string>

/** Every page that a link of the site leads to, and what no link leads to. */
async function crawl(fetched: Fetched): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const next = [
    "/",
    "/nowhere",
    "/impressum",
    "/site.webmanifest",
    "/feed.xml",
    "/sitemap.xml",
    "/robots.txt",
  ]
  for (let path = next.shift(); path !== undefined; path = next.shift()) {
    if (seen.has(path)) continue
    const text = await fetched(path)
    seen.set(path, text)
    for (const [, link = ""] of text.matchAll(/(?:href="|<loc>https?:\/\/[^/<]+)(\/[^"#<]*)/g))
      if (!/^\/(assets|admin)|\.(css|woff2|png|svg|ico)$/.test(link)) next.push(link)
  }
  const form = { "content-type": "application/x-www-form-urlencoded" }
  for (const [path, body] of [
    ["/contact", ""],
    ["/contact", "name=Rui&email=rui@example.com&subject=Again&message=Hello"],
    ["/newsletter", "email=rui@"],
    ["/newsletter", "email=rui@example.com"],
  ] as const)
    seen.set(`POST ${path} ${body}`, await fetched(path, { method: "POST", headers: form, body }))
  return seen
}

async function screen(page: Page, path: string): Promise<string> {
  // The door is for who is outside.
  const isDoor = path === "/admin/login" || path === "/admin/reset"
  const context = isDoor ? await page.context().browser()?.newContext() : undefined
  const at = (await context?.newPage()) ?? page
  if (context) await at.goto(new URL(path, page.url()).href)
  else await go(page, path)
  await expect(at.locator("h1").first()).toBeVisible()
  await expect(at.getByText("Loading...")).toHaveCount(0)
  await expect(at.locator("[aria-busy=true], .rich:not(:has([role=textbox]))")).toHaveCount(0)
  const said = await spokenOn(at)
  await context?.close()
  return said
}
