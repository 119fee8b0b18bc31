import { once } from "node:events"
import type { AddressInfo } from "node:net"
import type { Page } from "@playwright/test"
import { SMTPServer } from "smtp-server"
import { Site } from "./admin/site"
import { everywhere } from "./axe"
import { Postgres } from "./visitor/postgres"
import { alive, expect, openHeld, scripted, shows, ticking, test as visit } from "./visitor/test"

const HEADINGS: Record<string, string> = {
  "/": "Software is going shopping. We build the stores.",
  "/about": "About Us",
  "/careers": "Work worth putting in the window.",
  "/contact": "Tell us what is missing.",
}

async function readAll(page: Page, origin = "", look = async (_path: string) => {}) {
  for (const [path, name] of Object.entries(HEADINGS)) {
    const answer = await page.goto(origin + path)
    expect(answer?.status(), path).toBe(200)
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible()
    await look(path)
  }
}

async function write(page: Page) {
  await page.goto("/contact")
  await alive(page)
  await fill(page)
  await send(page)
}

async function fill(page: Page) {
  await page.getByLabel("Name").fill("Asha Rao")
  await page.getByLabel("Email", { exact: true }).fill("asha@example.com")
  await page.getByLabel("Subject").fill("A gap on the shelf")
  await page.getByLabel("Message").fill("Kept")
}

const send = (page: Page) => page.getByRole("button", { name: "Send message" }).click()

async function subscribe(page: Page, email: string) {
  await page.goto("/")
  await alive(page)
  await page.getByLabel("Email address").fill(email)
  await page.getByRole("button", { name: "Subscribe" }).click()
}

/** A post office that counts what it takes. */
class Post {
  letters = 0
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _, done) => {
      stream.resume().on("end", () => {
        this.letters++
        done()
      })
    },
  })

  async open() {
    this.#server.listen(0, "127.0.0.1")
    await once(this.#server.server, "listening")
    const { port } = this.#server.server.address() as AddressInfo
    return `smtp://127.0.0.1:${port}`
  }

  close = () => new Promise<void>((done) => this.#server.close(() => done()))
}

const test = visit.extend<object, { database: Postgres; post: Post }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
    async ({}, use) => {
      const database = await Postgres.open()
      await use(database)
      database.close()
    },
    { scope: "worker" },
  ],
  post: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
    async ({}, use) => {
      await use(new Post())
    },
    { scope: "worker" },
  ],
  site: [
    async ({ database, post }, use) => {
      const site = await Site.open({
        VITRINE_DATABASE_URL: database.url,
        VITRINE_SMTP_URL: await post.open(),
      })
      await use(site)
      await site.close()
      await post.close()
    },
    { scope: "worker" },
  ],
})

test("a letter arrives, and a silent post office is told of", async ({ page, post, quiet }) => {
  quiet(/502/)
  await write(page)
  await shows(
    page,
    "Your message has been sent successfully! You will also receive a confirmation email shortly.",
  )
  expect(post.letters).toBe(2)
  await post.close()
  await write(page)
  await shows(
    page,
    "Your message has been received, but there was an issue sending the confirmation email.",
  )
})

test("a sign-up without JavaScript tells what could not be done", async ({
  browser,
  site,
  database,
}) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const subscribe = async () => {
    await page.goto("/")
    await page.getByLabel("Email address").fill("plain@example.com")
    await page.getByRole("button", { name: "Subscribe" }).click()
  }
  database.query(`
    CREATE FUNCTION shut() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''shut''; END';
    CREATE TRIGGER shut BEFORE INSERT ON newsletter_subscriptions FOR EACH ROW EXECUTE FUNCTION shut()`)
  await subscribe()
  await shows(page, "Unable to subscribe at this time. Please try again later.")
  database.query("DROP FUNCTION shut CASCADE")
  database.stop()
  await subscribe()
  await shows(page, "Unable to verify subscription status. Please try again later.")
  await scripted(page, (copy) => everywhere(copy, "a sign-up that cannot be looked up"))
  database.start()
  await context.close()
})

/** Waits until a server has found its database again. */
const ready = (site: Site) =>
  expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200)

test("with the database stopped every page is there and no text is lost", async ({
  page,
  site,
  quiet,
  database,
}) => {
  quiet(/50[23]/)
  await ready(site) // the test before has just started the database again
  await readAll(page)
  // Where the machine is busy, the database may be too slow for the first visit.
  const jobs = async () => (await fetch(`${site.url}/careers`)).text()
  await expect.poll(jobs).toContain("Founding Engineer, Agentic Checkout")
  database.stop()
  await readAll(page)
  await page.goto("/careers")
  await shows(page, "Founding Engineer, Agentic Checkout")
  await subscribe(page, "reader@example.com")
  await shows(page.locator("#newsletter-answer"), "An error occurred. Please try again.")
  await write(page)
  await shows(page.getByRole("alert"), "Failed to submit your message. Please try again later.")
  await expect(page.getByLabel("Message")).toHaveValue("Kept")
  database.start()
  await ready(site)
  await send(page)
  await expect(page.getByRole("heading", { name: "Message received." })).toBeVisible()
})

test("without kept pages the built-in content stands in until the database is back", async ({
  page,
  database,
}) => {
  const forgetful = await Site.open(
    { VITRINE_DATABASE_URL: database.url, VITRINE_CACHE: "off" },
    {},
  )
  const job = page.getByText("Founding Engineer, Agentic Checkout")
  try {
    database.stop()
    await readAll(page, forgetful.url, (path) => everywhere(page, `${path} of the build`))
    await openHeld(page, `${forgetful.url}/careers`)
    await shows(page, "Failed to load job listings. Please try again later.")
    await expect(job).toBeHidden()
    await ticking(page, everywhere(page, "roles that cannot be read"))
    await page.clock.resume()
    database.start()
    await ready(forgetful)
    await page.getByRole("link", { name: "Try again" }).click()
    await expect(job).toBeVisible()
  } finally {
    await forgetful.close()
  }
})

test("with the server gone the forms say so and keep the text", async ({ page, quiet, site }) => {
  quiet(/Failed to load resource|ERR_CONNECTION_REFUSED/)
  await page.goto("/contact")
  await alive(page)
  await fill(page)
  await page.getByLabel("Email address").fill("reader@example.com")
  await site.stop()
  await page.getByRole("button", { name: "Subscribe" }).click()
  const unexpected = "An unexpected error occurred. Please try again later."
  await shows(page.locator("#newsletter-answer"), unexpected)
  await send(page)
  await shows(page.getByRole("alert"), unexpected)
  await expect(page.getByLabel("Message")).toHaveValue("Kept")
})
